import type { Range } from '../model';
import { trimRange } from '../text';

const OPENERS = ['\\boxed{', '\\fbox{'] as const;

/**
 * Content of the last `\boxed{…}`, else of the last `\fbox{…}`, of a range, braces balanced; null where there is none
 * or it is not closed. (ReCall `src/verl/utils/reward_score/re_call.py`, which takes it from the MATH data set's
 * `last_boxed_only_string`)
 */
export function lastBoxed(text: string, start: number, end: number): Range | null {
  const part = text.slice(start, end);
  const opener = OPENERS.find((each) => part.includes(each));
  if (opener === undefined) return null;
  const from = part.lastIndexOf(opener) + opener.length;
  let depth = 1;
  for (let at = from; at < part.length; at++) {
    const character = part.charAt(at);
    if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return trimRange(text, start + from, start + at);
  }
  return null;
}
