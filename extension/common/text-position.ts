import type { Position } from '../../core/protocol/server';

/** What ends a line in an editor. */
const LINE_END = /\r\n|\n|\r/g;

/**
 * The offset of an editor position in a text as it was before the editor made all its line ends alike. Past the end
 * of a line counts as its end, past the last line as the end of the text.
 */
export function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  let number = 0;
  for (const match of text.matchAll(LINE_END)) {
    if (number === line) return Math.min(start + character, match.index);
    start = match.index + match[0].length;
    number++;
  }
  return number === line ? Math.min(start + character, text.length) : text.length;
}

/** The editor position of an offset in such a text. */
export function positionAt(text: string, offset: number): Position {
  let start = 0;
  let line = 0;
  for (const match of text.matchAll(LINE_END)) {
    const end = match.index + match[0].length;
    if (offset < end) return { line, character: Math.min(offset, match.index) - start };
    start = end;
    line++;
  }
  return { line, character: Math.min(offset, text.length) - start };
}
