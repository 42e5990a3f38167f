import type { Range } from '../model';
import { trimRange } from '../text';
import { isCalls } from './queries';

const FENCE = '```';

/** Longest text that may be nothing but a call, in characters. */
const LONGEST = 100_000;

/**
 * Calls that stand in a text without tags: code fences with nothing but calls in them (`{"name": …, "arguments": …}`),
 * or the whole text where it is one. In order.
 */
export function bareCalls(text: string, start: number, end: number): Range[] {
  const { start: from, end: to } = trimRange(text, start, end);
  if (to - from <= LONGEST && /[[{]/.test(text.charAt(from)) && isCalls(text.slice(from, to)))
    return [{ start: from, end: to }];
  const part = text.slice(start, end);
  const calls: Range[] = [];
  for (let open = part.indexOf(FENCE); open >= 0;) {
    const close = part.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    const stop = close + FENCE.length;
    const line = part.indexOf('\n', open);
    const body = line < 0 || line > close ? '' : part.slice(line + 1, close);
    if (isCalls(body)) calls.push({ start: start + open, end: start + stop });
    open = part.indexOf(FENCE, stop);
  }
  return calls;
}
