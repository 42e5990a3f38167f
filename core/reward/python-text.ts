/**
 * Python's notions of text, where JavaScript's differ. The rewards that models were trained on are Python, so
 * whatever is recomputed has to cut strings where Python cuts them.
 */

/**
 * The characters that `str.split()` and `str.strip()` take for blanks, as the inside of a character class:
 * U+001C–U+001F and U+0085 are among them, U+FEFF is not (JavaScript's `\s` has it the other way round).
 */
export const PYTHON_BLANKS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** The characters of `\w` in a Python pattern: letters, numbers of any kind, underscore; no combining marks. */
export const PYTHON_WORD = '\\p{L}\\p{N}_';

const BLANK_RUNS = new RegExp(`[${PYTHON_BLANKS}]+`, 'gu');
const NOT_BLANK = new RegExp(`[^${PYTHON_BLANKS}]`, 'u');
const BLANK = new RegExp(`[${PYTHON_BLANKS}]`, 'u');

/** `" ".join(text.split())`. */
export function collapseBlanks(text: string): string {
  const collapsed = text.replace(BLANK_RUNS, ' ');
  const start = collapsed.startsWith(' ') ? 1 : 0;
  const end = collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length;
  return collapsed.slice(start, Math.max(start, end));
}

/** `text.strip()`. */
export function strip(text: string): string {
  const start = text.search(NOT_BLANK);
  if (start < 0) return '';
  let end = text.length;
  while (BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** First offset at or after `from` (and before `end`) that is no blank to Python; `end` where all are. */
export function skipPythonBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    const blank = code < 0x80 ? isAsciiBlank(code) : BLANK.test(text.charAt(at));
    if (!blank) return at;
    at += 1;
  }
  return end;
}

function isAsciiBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}
