import type { Document } from '../model';

/** One numbered entry of a block: `rank` from 1, offsets into the own text, the newline between entries left out. */
export interface Entry {
  readonly rank: number;
  readonly start: number;
  readonly end: number;
}

/** Headers of the usual number of entries, with the newline before them: made once, since most blocks need them. */
export interface EntryHeaders {
  readonly first: string;
  /** The newline and the header of entry `rank`. */
  next(rank: number): string;
}

const PREPARED = 64;

/** Prepares the headers of a layout, whose lines end with `newline` (an escape where the block is a JSON string). */
export function entryHeaders(header: (rank: number) => string, newline = '\n'): EntryHeaders {
  const lines = Array.from({ length: PREPARED }, (_, rank) => `${newline}${header(rank)}`);
  return { first: header(1), next: (rank) => lines[rank] ?? `${newline}${header(rank)}` };
}

/**
 * Cuts a block into entries that each start a line with `header(rank)`, counting from 1; a number out of sequence
 * belongs to the passage it stands in. Empty when the block does not start with the first header.
 */
export function entriesOf(block: string, offset: number, headers: EntryHeaders): Entry[] {
  if (!block.startsWith(headers.first)) return [];
  const entries: Entry[] = [];
  for (let at = 0, rank = 1; at < block.length; rank++) {
    const next = block.indexOf(headers.next(rank + 1), at);
    const end = next < 0 ? block.length : next;
    // Lines of a file with CRLF end one character earlier.
    const stop = block.charCodeAt(end - 1) === 13 ? end - 1 : end;
    entries.push({ rank, start: offset + at, end: offset + stop });
    at = end + 1;
  }
  return entries;
}

/** A block without a known layout, as one document without title. */
export function wholeDocument(block: string, offset: number): Document {
  return {
    query: 0,
    rank: 1,
    title: null,
    text: block,
    score: null,
    start: offset,
    end: offset + block.length,
  };
}
