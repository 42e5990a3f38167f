import type { Range } from './model';

const MARKS = ['\\boxed', '\\fbox'] as const;
const SPACED = '\\boxed ';
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * The content of the last `\\boxed{…}` or `\\fbox{…}` whose braces balance in `[start, end)`; `\\boxed x$` without
 * braces ends at the dollar sign. Null where there is none. Linear: one pass with a stack of open braces.
 * (ReSearch: `src/verl/utils/reward_score/re_search.py`)
 */
export function lastBox(text: string, start: number, end: number): Range | null {
  const part = text.slice(start, end);
  const spaced = part.lastIndexOf(SPACED);
  const braced = lastBraced(part);
  if (spaced >= 0 && spaced > (braced?.start ?? -1)) {
    const from = spaced + SPACED.length;
    const dollar = part.indexOf('$', from);
    const content = { start: start + from, end: start + (dollar < 0 ? part.length : dollar) };
    if (part.charCodeAt(from) !== OPEN) return content;
  }
  return braced && { start: start + braced.start, end: start + braced.end };
}

function lastBraced(part: string): Range | null {
  /** Offsets of braces under way that a mark opened; -1 for others. */
  const open: number[] = [];
  let last: Range | null = null;
  const first = Math.min(...MARKS.map((mark) => part.indexOf(mark)).map((at) => (at < 0 ? Infinity : at)));
  for (let at = first; at < part.length; at++) {
    const code = part.charCodeAt(at);
    if (code === OPEN) open.push(MARKS.some((mark) => part.endsWith(mark, at)) ? at : -1);
    else if (code === CLOSE) {
      const brace = open.pop() ?? -1;
      if (brace >= 0 && brace >= (last?.start ?? 0)) last = { start: brace + 1, end: at };
    }
  }
  return last;
}
