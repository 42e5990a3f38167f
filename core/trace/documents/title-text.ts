import type { Document } from '../model';
import { trimRange } from '../text';
import { wholeDocument } from './entries';

const TITLE = 'Title: ';
const TEXT = 'Text: ';

/**
 * Reads `Title: T` lines, each with a `Text: …` line after it, as RQ-RAG prints evidence. A `Title: ` line without one
 * is part of a passage. A block that starts otherwise is one document without a title.
 */
export function titleTextDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  if (body.start === body.end) return [];
  const starts = entriesFrom(text, body.start, body.end);
  if (starts[0]?.start !== body.start) return [wholeDocument(text.slice(body.start, body.end), body.start)];
  return starts.map((entry, at) => {
    const range = trimRange(text, entry.start, starts[at + 1]?.start ?? body.end);
    return {
      query: 0,
      rank: at + 1,
      title: text.slice(entry.start + TITLE.length, entry.titleEnd).trim(),
      text: text.slice(entry.text, range.end),
      score: null,
      ...range,
    };
  });
}

/** Where entries begin: their title's end, and where their text starts. */
function entriesFrom(
  text: string,
  start: number,
  end: number,
): { start: number; titleEnd: number; text: number }[] {
  const found: { start: number; titleEnd: number; text: number }[] = [];
  // Searched in the block alone: without a line end it would be searched for to the end of the text, block for block.
  const block = text.slice(start, end);
  for (let line = 0; line < block.length;) {
    const feed = block.indexOf('\n', line);
    if (feed < 0) break;
    if (block.startsWith(TITLE, line) && text.startsWith(TEXT, start + feed + 1))
      found.push({
        start: start + line,
        titleEnd: start + feed,
        text: Math.min(end, start + feed + 1 + TEXT.length),
      });
    line = feed + 1;
  }
  return found;
}
