import { strip } from '../reward/python-text';
import type { Range } from '../trace/model';

const OPEN = '<answer>';
const CLOSE = '</answer>';

/** What an official extractor takes for the answer; the range is that of the content, blanks included. */
export interface OfficialAnswer extends Range {
  /** The content, stripped as Python strips. */
  readonly text: string;
}

/**
 * The last match of `<answer>(.*?)</answer>` (dotall) in the whole text when there are at least `minimum`, as
 * `extract_solution` of the Search-R1 family takes it; null with fewer. The same matches as Python's `finditer`, in
 * linear time.
 */
export function officialAnswer(text: string, minimum: number): OfficialAnswer | null {
  let matches = 0;
  let last: Range | null = null;
  for (let open = text.indexOf(OPEN); open >= 0;) {
    const start = open + OPEN.length;
    const end = text.indexOf(CLOSE, start);
    if (end < 0) break;
    matches += 1;
    last = { start, end };
    open = text.indexOf(OPEN, end + CLOSE.length);
  }
  if (last === null || matches < minimum) return null;
  return { ...last, text: strip(text.slice(last.start, last.end)) };
}
