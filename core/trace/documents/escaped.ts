import { jsonOrUndefined } from '../../json';
import type { Range } from '../model';
import type { Entry, EntryHeaders } from './entries';

const BACKSLASH = 0x5c;

/** The newline between entries inside a JSON string. */
export const ESCAPED_NEWLINE = '\\n';

/** The value of the inside of a JSON string; the characters as they stand where they are none (cut, or damaged). */
export function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const value = jsonOrUndefined(`"${raw}"`);
  return typeof value === 'string' ? value : raw;
}

/**
 * Entries as in {@link entriesOf}, inside a JSON string: `headers` are those with {@link ESCAPED_NEWLINE}, `[start,
 * end)` the string's content in `text`.
 */
export function escapedEntriesOf(text: string, { start, end }: Range, headers: EntryHeaders): Entry[] {
  const block = text.slice(start, end);
  if (!block.startsWith(headers.first)) return [];
  const entries: Entry[] = [];
  for (let at = 0, rank = 1; at < block.length; rank++) {
    const next = nextHeader(block, headers.next(rank + 1), at);
    const stop = next < 0 ? block.length : next;
    entries.push({ rank, start: start + at, end: start + stop });
    at = stop + ESCAPED_NEWLINE.length;
  }
  return entries;
}

function nextHeader(block: string, header: string, from: number): number {
  let at = block.indexOf(header, from);
  while (at >= 0 && isEscaped(block, at, from)) at = block.indexOf(header, at + 1);
  return at;
}

/** Whether an odd number of backslashes stands before an offset. */
function isEscaped(text: string, at: number, from: number): boolean {
  let before = at;
  while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
