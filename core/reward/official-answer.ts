import type { Range } from '../trace/model';
import { strip } from './python-text';

const OPEN = '<answer>';
const CLOSE = '</answer>';

/** What an official extractor takes for the answer; the range is that of the content, blanks included. */
export interface OfficialAnswer extends Range {
  /** The content, stripped as Python strips. */
  readonly text: string;
}

/**
 * The ranges between `open` and `close` that Python's `finditer` finds with `open(.*?)close` (dotall), in order. In
 * linear time: a backtracking pattern would look for the closer once more after every opener.
 */
export function elementsIn(text: string, open: string, close: string): readonly Range[] {
  const elements: Range[] = [];
  for (let at = text.indexOf(open); at >= 0;) {
    const start = at + open.length;
    const end = text.indexOf(close, start);
    if (end < 0) break;
    elements.push({ start, end });
    at = text.indexOf(open, end + close.length);
  }
  return elements;
}

/** The matches of `<answer>(.*?)</answer>` (dotall) in a text: how many there are, and the last. */
export function answersIn(text: string): { readonly count: number; readonly last: OfficialAnswer | null } {
  const elements = elementsIn(text, OPEN, CLOSE);
  const last = elements.at(-1);
  const count = elements.length;
  if (last === undefined) return { count, last: null };
  const { start, end } = last;
  return { count, last: { start, end, text: strip(text.slice(start, end)) } };
}

/**
 * The last match of `<answer>(.*?)</answer>` (dotall) in the whole text when there are at least `minimum`, as
 * `extract_solution` of the Search-R1 family takes it; null with fewer.
 */
export function officialAnswer(text: string, minimum: number): OfficialAnswer | null {
  const { count, last } = answersIn(text);
  return count < minimum ? null : last;
}
