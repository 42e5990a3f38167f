import type { Message } from './chat';

const QUERY = /<search>([^<>]+)<\/search>/g;
const OPERATOR = /(?:site|filetype):\S+|"[^"]+"|(?:\s+OR\s+|\s+AND\s+|-\w+)/g;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const operatorsIn = (query: string): string[] => query.match(OPERATOR) ?? [];

/** Operators out of the lower-cased query (where OR and AND are words), punctuation to blanks. */
const normalised = (query: string): string =>
  query
    .toLowerCase()
    .replace(OPERATOR, '')
    .replace(/[^\p{L}\p{N}_\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** 6. How much the queries of a chat differ; this one is never dumped. (ReZero: `src/rewards.py`) */
export function diversity(messages: readonly Message[]): number {
  const queries = messages.flatMap(({ role, content }) =>
    role === 'assistant' ? [...content.matchAll(QUERY)].map(([, query]) => query ?? '') : [],
  );
  if (queries.length < 2) return 0.2 * queries.length;
  const texts = queries.map(normalised);
  const operators = queries.map(operatorsIn);
  const distinct = new Set(operators.flat());
  const unique = new Set(texts).size;
  const pairs = texts.flatMap((one, i) =>
    texts.slice(i + 1).map((other, j) => {
      const plain = ratio(one, other);
      return { plain, weighed: plain * penalty(operators[i] ?? [], operators[i + 1 + j] ?? []) };
    }),
  );
  const mean = pairs.reduce((sum, { weighed }) => sum + weighed, 0) / pairs.length;
  const similar = pairs.filter(({ plain }) => plain > 0.8 && plain < 1).length;
  const used = operators.filter((list) => list.length > 0).length;
  return clamp(
    Math.min(0.4, 0.2 * unique) +
      0.4 * (1 - mean) +
      Math.min(0.15, 0.05 * distinct.size) +
      (0.05 * used) / queries.length -
      0.1 * similar * (distinct.size >= 2 ? 0.5 : 1) -
      0.2 * (queries.length - unique),
  );
}

/** How much less alike queries are whose operators differ. */
function penalty(a: readonly string[], b: readonly string[]): number {
  if (a.join('\n') === b.join('\n')) return 1;
  const differing = [...a.filter((each) => !b.includes(each)), ...b.filter((each) => !a.includes(each))];
  return Math.max(0.3, 1 - 0.2 * new Set(differing).size);
}

/** Ratcliff and Obershelp's ratio as `difflib.SequenceMatcher` gives it, for texts below 200 characters. */
export function ratio(a: string, b: string): number {
  return a.length + b.length === 0 ? 1 : (2 * matching(a, b)) / (a.length + b.length);
}

/** Characters in the longest common block, the earliest of the longest, and in what lies on both sides of it. */
function matching(a: string, b: string): number {
  let best = { i: 0, j: 0, size: 0 };
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++) {
      let size = 0;
      while (i + size < a.length && j + size < b.length && a[i + size] === b[j + size]) size++;
      if (size > best.size) best = { i, j, size };
    }
  const { i, j, size } = best;
  if (size === 0) return 0;
  return size + matching(a.slice(0, i), b.slice(0, j)) + matching(a.slice(i + size), b.slice(j + size));
}
