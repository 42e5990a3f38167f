import type { Document, Range } from '../model';
import { trimRange } from '../text';
import { type Entry, entriesOf, entryHeaders, wholeDocument } from './entries';
import { ESCAPED_NEWLINE, escapedEntriesOf, unescaped } from './escaped';
import { gapped } from './gap';
import { stringsUnder } from './string-lists';

const header = (rank: number): string => `Doc ${rank}: `;
const HEADERS = entryHeaders(header);
const ESCAPED_HEADERS = entryHeaders(header, ESCAPED_NEWLINE);

/**
 * Reads what RAG-R1 retrieves: lines `Doc 1: T   text` (`generation_sq.py`), or, where several queries were asked at
 * once, a JSON object whose `documents` hold such lines, a string a query (`generation_mq.py`). Title and text are
 * parted by the first three blanks. Text that is neither becomes one document without title.
 */
export function gapDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  if (body.start === body.end) return [];
  const block = text.slice(body.start, body.end);
  if (block.startsWith('{')) {
    const lists = stringsUnder('documents', block);
    const placed = lists?.map((list) => ({ start: body.start + list.start, end: body.start + list.end }));
    if (placed) return placed.flatMap((list, query) => listed(text, list, query));
  }
  const entries = entriesOf(block, body.start, HEADERS);
  return entries.length > 0
    ? entries.map((entry) => documentOf(entry, text.slice(entry.start, entry.end), 0))
    : [wholeDocument(block, body.start)];
}

/** The documents of one query, in the string that holds them. */
function listed(text: string, list: Range, query: number): Document[] {
  const entries = escapedEntriesOf(text, list, ESCAPED_HEADERS);
  if (entries.length > 0)
    return entries.map((entry) => documentOf(entry, unescaped(text.slice(entry.start, entry.end)), query));
  const raw = text.slice(list.start, list.end);
  if (raw.trim() === '') return [];
  return [{ ...wholeDocument(raw, list.start), text: unescaped(raw), query }];
}

function documentOf({ rank, start, end }: Entry, written: string, query: number): Document {
  const line = written.slice(header(rank).length);
  const { title, passage } = gapped(line) ?? { title: null, passage: line };
  return { query, rank, title, text: passage, score: null, start, end };
}
