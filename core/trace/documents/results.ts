import { endOfJsonString } from '../../json';
import type { Document } from '../model';
import { trimRange } from '../text';
import { type Entry, entriesOf, entryHeaders, wholeDocument } from './entries';
import { ESCAPED_NEWLINE, escapedEntriesOf, unescaped } from './escaped';

/** What stands below each result. */
const RULE = '------';

const header = (rank: number): string => `Result ${rank}:`;
const HEADERS = entryHeaders(header);
const ESCAPED_HEADERS = entryHeaders(header, ESCAPED_NEWLINE);

/** Whether a text starts with a result list, as it is or as the JSON string a Llama template makes of it. */
export function startsWithResults(text: string, at: number): boolean {
  return text.startsWith(HEADERS.first, text.charAt(at) === '"' ? at + 1 : at);
}

/**
 * Reads `Result 1:`, the passage below it and six hyphens, numbered from 1 (ReZero `src/search_module.py`, AutoDidact
 * `rl_helpers.py`). Llama 3.1's template writes the whole list as a JSON string; it is read all the same. There are no
 * titles. Text that starts otherwise becomes one document.
 */
export function resultDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  if (body.start === body.end) return [];
  const block = text.slice(body.start, body.end);
  if (block.startsWith('"')) {
    const list = { start: body.start + 1, end: body.start + endOfJsonString(block, 1) };
    const entries = escapedEntriesOf(text, list, ESCAPED_HEADERS);
    if (entries.length > 0)
      return entries.map((entry) => documentOf(entry, unescaped(text.slice(entry.start, entry.end))));
  }
  const entries = entriesOf(block, body.start, HEADERS);
  return entries.length > 0
    ? entries.map((entry) => documentOf(entry, text.slice(entry.start, entry.end)))
    : [wholeDocument(block, body.start)];
}

function documentOf({ rank, start, end }: Entry, written: string): Document {
  const below = written.slice(header(rank).length).trim();
  const passage = below.endsWith(RULE) ? below.slice(0, -RULE.length).trimEnd() : below;
  return { query: 0, rank, title: null, text: passage, score: null, start, end };
}
