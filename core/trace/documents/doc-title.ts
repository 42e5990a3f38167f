import type { Document } from '../model';
import { trimRange } from '../text';
import { type Entry, entriesOf, entryHeaders, wholeDocument } from './entries';
import { unquoted } from './quotes';

/** Titles longer than this are taken for text that happens to hold a parenthesis. */
const LONGEST_TITLE = 400;

const HEADERS = entryHeaders((rank) => `Doc ${rank}(Title: `);
/** The layout of verl's search tool (`verl/tools/utils/search_r1_like_utils.py`), with a blank before the title. */
const SPACED_HEADERS = entryHeaders((rank) => `Doc ${rank} (Title: `);
const LINE_FEED = 0x0a;
const OPEN = 0x28;
const CLOSE = 0x29;
const TITLE_LABEL = '(Title: ';

/**
 * Reads `Doc 1(Title: "T") text` entries, one a line start, numbered from 1 (Search-R1
 * `search_r1/llm_agent/generation.py` `_passages2string`). A number out of sequence is part of a passage. Text that
 * starts otherwise becomes one document without title.
 */
export function titledDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  if (body.start === body.end) return [];
  const block = text.slice(body.start, body.end);
  const entries = entriesOf(block, body.start, HEADERS);
  return entries.length > 0
    ? entries.map((entry) => titledDocument(text, entry))
    : [wholeDocument(block, body.start)];
}

/** The same entries with the text on the line below the title; null for text that starts otherwise. */
export function entitledDocuments(text: string, start: number, end: number): Document[] | null {
  const body = trimRange(text, start, end);
  const entries = entriesOf(text.slice(body.start, body.end), body.start, HEADERS);
  if (entries.length === 0) return null;
  return entries.map((entry) => {
    const document = titledDocument(text, entry);
    return { ...document, text: document.text.trimStart() };
  });
}

/** The same entries with a blank before the title and blank lines between them; null for text that starts otherwise. */
export function spacedDocuments(block: string): Document[] | null {
  const entries = entriesOf(block, 0, SPACED_HEADERS);
  if (entries.length === 0) return null;
  return entries.map((entry) => {
    const { end } = trimRange(block, entry.start, entry.end);
    const document = titledDocument(block, { ...entry, end });
    return { ...document, text: document.text.trimStart() };
  });
}

function titledDocument(text: string, { rank, start, end }: Entry): Document {
  const titleStart = text.indexOf(TITLE_LABEL, start) + TITLE_LABEL.length;
  const titleEnd = endOfTitle(text, titleStart, end);
  if (titleEnd === null) return { ...wholeDocument(text.slice(start, end), start), rank };
  const raw = text.slice(titleStart, titleEnd);
  const passage = text.slice(titleEnd + 1, end);
  return {
    query: 0,
    rank,
    title: unquoted(raw),
    text: passage.startsWith(' ') ? passage.slice(1) : passage,
    score: null,
    start,
    end,
  };
}

/**
 * Offset of the `)` that ends a title. Titles may hold `)` themselves, so every `)` before a blank is weighed: the one
 * after a closing quote, else the one after which the passage repeats the title (as Wikipedia passages do), else the
 * one that balances the parentheses, else the first.
 */
function endOfTitle(text: string, start: number, end: number): number | null {
  const limit = Math.min(end, start + LONGEST_TITLE);
  const quoted = text.charAt(start) === '"';
  let balanced: number | null = null;
  let first: number | null = null;
  let repeated: number | null = null;
  let depth = 1;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) break;
    if (code === OPEN) depth++;
    if (code !== CLOSE) continue;
    depth--;
    if (at + 1 < end && !/\s/.test(text.charAt(at + 1))) continue;
    if (quoted && text.charAt(at - 1) === '"' && at - 1 > start) return at;
    first ??= at;
    if (depth <= 0) balanced ??= at;
    if (repeated === null && at > start && text.startsWith(text.slice(start, at), at + 2)) repeated = at;
  }
  return repeated ?? balanced ?? first;
}
