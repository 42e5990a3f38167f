import type { Query, QueryMode } from '../model';
import { trimRange } from '../text';

/** Marks of a mode, as the retriever's `search` finds them: in the case written, anywhere (`routerag/RouteRAG.py`). */
const MODE = /\[(?:passage|graph)\]/g;

const PASSAGE = '[passage]';
const GRAPH = '[graph]';

/**
 * A query with its mode. The range is what is left once marks at its ends are off; marks inside it are taken out of the
 * text alone.
 */
export function routedQuery(text: string, start: number, end: number): Query {
  const written = text.slice(start, end);
  const range = unmarked(text, start, end);
  const inner = text.slice(range.start, range.end);
  return { text: inner.replace(MODE, '').trim(), mode: modeOf(written), ...range };
}

function modeOf(written: string): QueryMode {
  const graph = written.includes(GRAPH);
  if (graph && written.includes(PASSAGE)) return 'hybrid';
  return graph ? 'graph' : 'passage';
}

function unmarked(text: string, start: number, end: number): { start: number; end: number } {
  let range = trimRange(text, start, end);
  for (;;) {
    const { start: from, end: to } = range;
    const mark = [PASSAGE, GRAPH].find((each) => to - from >= each.length && text.startsWith(each, from));
    const tail = [PASSAGE, GRAPH].find((each) => to - from >= each.length && text.endsWith(each, to));
    if (mark !== undefined) range = trimRange(text, from + mark.length, to);
    else if (tail !== undefined) range = trimRange(text, from, to - tail.length);
    else return range;
  }
}
