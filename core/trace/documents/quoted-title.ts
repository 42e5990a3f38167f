import type { Document } from '../model';
import { trimRange } from '../text';
import { wholeDocument } from './entries';
import { unquoted } from './quotes';

/** What parts one document from the next; passages may hold blank lines themselves. */
const BLANK_LINE = /\r?\n\r?\n/g;

/** A first line that is a quoted title. */
const TITLE = /^"[^\r\n]*"(?=\r?\n)/;

/**
 * Reads contents joined by blank lines, each a quoted title, a newline and text (ReSearch, FlashRAG corpora). A piece
 * that does not start with a quoted title goes on with the document before it. Text without any is one document.
 */
export function quotedTitleDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  if (body.start === body.end) return [];
  const block = text.slice(body.start, body.end);
  const starts = titledStarts(block);
  if (starts[0] !== 0) return [wholeDocument(block, body.start)];
  return starts.map((from, at) => {
    const next = starts[at + 1];
    const piece = block.slice(from, next ?? block.length).trimEnd();
    const title = TITLE.exec(piece)?.[0] ?? '';
    return {
      query: 0,
      rank: at + 1,
      title: unquoted(title),
      text: piece.slice(title.length).replace(/^\r?\n/, ''),
      score: null,
      start: body.start + from,
      end: body.start + from + piece.length,
    };
  });
}

/** Offsets at which a piece starts with a quoted title. */
function titledStarts(block: string): number[] {
  const starts = [0, ...Array.from(block.matchAll(BLANK_LINE), ({ index, 0: gap }) => index + gap.length)];
  return starts.filter((from) => block.charAt(from) === '"' && hasTitle(block, from));
}

function hasTitle(block: string, from: number): boolean {
  const line = block.indexOf('\n', from);
  if (line < 0) return false;
  const end = block.charCodeAt(line - 1) === 13 ? line - 1 : line;
  return end - from >= 2 && block.charAt(end - 1) === '"';
}
