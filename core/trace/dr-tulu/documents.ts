import { wholeDocument } from '../documents/entries';
import type { Document } from '../model';
import { trimRange } from '../text';
import { attribute, tagsIn, type FoundTag } from './tags';

const LABELS = ['Title: ', 'URL: ', 'Snippet: '] as const;

/**
 * Reads what stands in a `<tool_output>`: each `<snippet id=…>` or `<webpage id=…>` is a document with its id; output
 * without one is one document (a page that was read).
 */
export function snippets(text: string, start: number, end: number): Document[] {
  const documents: Document[] = [];
  let opener: FoundTag | null = null;
  const take = (from: FoundTag, contentEnd: number, stop: number): void => {
    documents.push(snippet(text, from, contentEnd, stop, documents.length + 1));
  };
  for (const tag of tagsIn(text, start, end)) {
    if (tag.name !== 'snippet' && tag.name !== 'webpage') continue;
    if (opener && (!tag.close || tag.name === opener.name)) {
      take(opener, tag.start, tag.close ? tag.end : tag.start);
      opener = null;
    }
    if (!tag.close) opener = tag;
  }
  if (opener) take(opener, end, end);
  if (documents.length > 0) return documents;
  const whole = trimRange(text, start, end);
  return whole.end > whole.start ? [wholeDocument(text.slice(whole.start, whole.end), whole.start)] : [];
}

/** One snippet: lines `Title: `, `URL: ` and `Snippet: ` at its head, as far as they are there. */
function snippet(text: string, opener: FoundTag, contentEnd: number, end: number, rank: number): Document {
  const body = trimRange(text, opener.end, contentEnd);
  const found = new Map<string, string>();
  let at = body.start;
  for (const label of LABELS) {
    if (!text.startsWith(label, at)) continue;
    const from = at + label.length;
    const newline = label === 'Snippet: ' ? -1 : text.indexOf('\n', from);
    const stop = newline < 0 || newline > body.end ? body.end : newline;
    found.set(label, text.slice(from, stop).trim());
    at = Math.min(body.end, newline < 0 ? stop : stop + 1);
  }
  const passage = found.get('Snippet: ') ?? text.slice(at, body.end).trim();
  const id = attribute(opener, 'id');
  return {
    query: 0,
    rank,
    title: found.get('Title: ') ?? null,
    text: passage,
    score: null,
    ...(id === null ? {} : { id }),
    start: opener.start,
    end,
  };
}
