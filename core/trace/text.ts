import type { Range } from './model';

const BLANK = /\s/;

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && BLANK.test(String.fromCharCode(code)));
}

/** First offset at or after `from` (and before `end`) that is not blank; `end` when all is blank. */
export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** First offset at or after `from` behind which all is blank up to `end`. */
export function beforeBlanks(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Shrinks a range so that it neither starts nor ends with blanks; an all-blank range becomes empty at its start. */
export function trimRange(text: string, start: number, end: number): Range {
  const from = skipBlanks(text, start, end);
  if (from === end) return { start, end: start };
  return { start: from, end: beforeBlanks(text, from, end) };
}

/** How many newlines (`\n` or `\r\n`) stand at `from`, at most `most` and before `limit`, and where they end. */
export function newlinesAt(
  text: string,
  from: number,
  most: number,
  limit: number,
): { readonly count: number; readonly end: number } {
  let end = from;
  let count = 0;
  for (; count < most; count++) {
    const next = text.charCodeAt(end) === 13 ? end + 1 : end;
    if (next >= limit || text.charCodeAt(next) !== 10) break;
    end = next + 1;
  }
  return { count, end };
}

/** Steps off the middle of a surrogate pair, backwards unless told otherwise: where a text may be cut. */
export function betweenPairs(text: string, at: number, step: 1 | -1 = -1): number {
  const inside = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
  return inside ? at + step : at;
}
