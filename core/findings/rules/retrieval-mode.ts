import { insideOf } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** What RouteRAG reads as modes (`routerag/RouteRAG.py` `search`), and what looks like one. */
const MARKER = /\[([A-Za-z][A-Za-z _-]{0,20})\]/g;
const MODES: readonly string[] = ['passage', 'graph'];

/** Queries whose mode markers are missing, unknown, doubled or out of place. */
export const retrievalMode: Rule = {
  id: 'retrieval-mode',
  title: 'Retrieval mode',
  severity: 'warning',
  explanation:
    'A query does not say its retrieval mode as RouteRAG reads it. What is not read stays in the query as text, and a ' +
    'query without a mode goes to passages: the choice that is to be learned was not made.',
  dialects: ['routerag'],
  check({ rollout, dialect }, report) {
    for (const [index, { searches }] of rollout.turns.entries()) {
      for (const search of searches) {
        const wrong = problemOf(insideOf(rollout.text, search, dialect));
        if (wrong !== null) report({ start: search.start, end: search.end, turn: index, message: wrong });
      }
    }
  },
};

function problemOf(inside: string): string | null {
  const markers = Array.from(inside.matchAll(MARKER), (match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  const known = markers.filter(({ name }) => MODES.includes(name));
  const unknown = markers.find(({ name }) => !MODES.includes(name) && isModeLike(name));
  const query = quote(inside);
  if (unknown) return `\`[${unknown.name}]\` is no mode and stays in the query as text: ${query}`;
  if (known.length === 0) return `the query names no mode, so it goes to passages: ${query}`;
  const doubled = known.find(({ name }, at) => known.findIndex((other) => other.name === name) < at);
  if (doubled) return `\`[${doubled.name}]\` stands there twice: ${query}`;
  const misplaced = known.some(({ start }, at) => inside.slice(known[at - 1]?.end ?? 0, start).trim() !== '');
  return misplaced ? `the mode stands inside the query and is cut out of it: ${query}` : null;
}

function isModeLike(name: string): boolean {
  return /^(?:pass|graph|hybrid|both|mode|text|dense|sparse|bm25|web|kg|document|entity|triple)/i.test(name);
}
