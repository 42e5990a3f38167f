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

/** Shrinks a range so that it neither starts nor ends with blanks; an all-blank range becomes empty at its start. */
export function trimRange(text: string, start: number, end: number): Range {
  const from = skipBlanks(text, start, end);
  if (from === end) return { start, end: start };
  let to = end;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Offset after at most `most` newlines that start at `from`. */
export function skipNewlines(text: string, from: number, most: number): number {
  let at = from;
  while (at < text.length && at - from < most && text.charCodeAt(at) === 10) at++;
  return at;
}

/** Every occurrence of `needle`, without overlaps, as ranges in order. */
export function occurrences(text: string, needle: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    found.push({ start: at, end: at + needle.length });
  }
  return found;
}
