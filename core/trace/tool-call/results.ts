import { wholeDocument } from '../documents/entries';
import type { Document, Range } from '../model';
import { isError } from './errors';
import { askedIn, laidOut } from './layouts';
import { readLiteral, type Literal } from './literal';
import { documentOf, stringIn } from './values';
import { placed, viewOfString, within, type View } from './view';

/** The documents of one query, as far as the result tells its queries apart. */
export interface Section {
  /** The query that the result says it answers, or null. */
  readonly asked: string | null;
  readonly documents: readonly Document[];
}

/** What one result of a tool holds. */
export interface Result {
  readonly sections: readonly Section[];
  /** What the environment said instead of documents, or null. */
  readonly error: string | null;
  /** Where the environment says that it left something out, or null. */
  readonly cut: Range | null;
}

/** Members that hold the documents of a result. */
const HOLDERS = [
  'result',
  'results',
  'documents',
  'docs',
  'passages',
  'hits',
  'organic',
  'search_results',
  'data',
  'items',
  'output',
] as const;

/** Where the results of one query end and those of the next begin (WebDancer's tools; verl's search tool). */
const WEB_BORDER = '\n=======\n';
const VERL_BORDER = '\n---\n';
const VERL_NEXT = 'Doc 1 (Title: ';

/** What verl's tool loop puts in for what it left out (`max_tool_response_length`). */
const CUT = '(truncated)';

/** Reads what a tool returned: JSON or Python's print of it, texts in known layouts, or anything. Never throws. */
export function readResult(view: View): Result {
  const cut = cutIn(view);
  if (view.text === '') return { sections: [], error: null, cut };
  return { ...(structured(view) ?? textResult(view)), cut };
}

type Read = Omit<Result, 'cut'>;

function textResult(view: View): Read {
  if (isError(view.text)) return { sections: [], error: view.text };
  const sections = sectionsOf(view.text).map(({ start, end }) => {
    const part = within(view, start, end);
    return { asked: askedIn(part.text), documents: placed(part, laidOut(part.text)) };
  });
  return { sections, error: null };
}

/** The result where it is a value that is known to hold documents, whole or cut off. */
function structured(view: View): Read | null {
  const first = view.text.charAt(0);
  if (first !== '{' && first !== '[') return null;
  const read = readLiteral(view.text, 0, view.text.length);
  if (!read) return null;
  const rest = view.text.slice(read.value.end).trim();
  if (read.whole && rest === '') return valueResult(view, read.value);
  // A result that was cut is still what it began as; other text that begins with a bracket is none.
  return read.value.kind === 'object' && HOLDERS.some((name) => holds(read.value, name))
    ? valueResult(view, read.value)
    : null;
}

function holds(value: Literal, name: string): boolean {
  return value.kind === 'object' && value.members.has(name);
}

function valueResult(view: View, value: Literal): Read | null {
  switch (value.kind) {
    case 'text':
      return textResult(viewOfString(view, value));
    case 'list':
      return listResult(view, value.items);
    case 'object':
      return objectResult(view, value);
    case 'scalar':
      return null;
  }
}

function objectResult(view: View, value: Literal & { readonly kind: 'object' }): Read | null {
  const { members } = value;
  const error = stringIn(members, ['error']);
  if (error !== null) return { sections: [], error };
  const document = documentOf(value);
  if (document && !HOLDERS.some((name) => members.get(name)?.kind === 'list'))
    return one(placed(view, [document]));
  for (const name of HOLDERS) {
    const member = members.get(name);
    const read = member ? valueResult(view, member) : null;
    if (!read) continue;
    const asked = stringIn(members, ['query']);
    return asked === null
      ? read
      : {
          ...read,
          sections: read.sections.map((section) => ({ ...section, asked: section.asked ?? asked })),
        };
  }
  return null;
}

/** A list of documents, of strings, of text blocks, or of such lists: one for each query. */
function listResult(view: View, items: readonly Literal[]): Read | null {
  const blocks = items.map(blockText);
  if (items.length > 0 && blocks.every((block) => block !== null)) return blocksResult(view, blocks);
  if (items.some(({ kind }) => kind === 'list') || items.some(isAnswered)) return manyResult(view, items);
  const documents: Document[] = [];
  for (const item of items) {
    const found =
      item.kind === 'text'
        ? { ...wholeDocument(item.text, 0), start: item.start, end: item.end }
        : documentOf(item);
    if (!found) return null;
    documents.push({ ...found, rank: documents.length + 1 });
  }
  return one(placed(view, documents));
}

/** Whether an item holds the documents of a query of its own (`{"query": …, "documents": …}`). */
function isAnswered(item: Literal): boolean {
  return item.kind === 'object' && item.members.has('query') && HOLDERS.some((name) => holds(item, name));
}

function manyResult(view: View, items: readonly Literal[]): Read | null {
  const sections: Section[] = [];
  for (const item of items) {
    const read = valueResult(view, item);
    if (!read) return null;
    const documents = read.sections.flatMap((section) => section.documents);
    sections.push({ asked: read.sections[0]?.asked ?? null, documents });
  }
  return { sections, error: null };
}

/** The text of a content block (`{"type": "text", "text": …}`), as OpenAI's and Anthropic's messages hold them. */
function blockText(item: Literal): (Literal & { readonly kind: 'text' }) | null {
  if (item.kind !== 'object' || stringIn(item.members, ['type']) !== 'text') return null;
  const text = item.members.get('text');
  return text?.kind === 'text' ? text : null;
}

function blocksResult(view: View, blocks: readonly (Literal & { readonly kind: 'text' })[]): Read {
  const reads = blocks.map((block) => textResult(viewOfString(view, block)));
  return {
    sections: reads.flatMap(({ sections }) => sections),
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}

function one(documents: readonly Document[]): Read {
  return { sections: [{ asked: null, documents }], error: null };
}

/** Where a text keeps the results of several queries, one range for each. */
function sectionsOf(text: string): Range[] {
  if (text.includes(WEB_BORDER)) return cutAt(text, WEB_BORDER, () => true);
  if (!text.startsWith(VERL_NEXT) && !text.startsWith(VERL_BORDER.trimStart())) return [whole(text)];
  return cutAt(text, VERL_BORDER, (next) => text.startsWith(VERL_NEXT, next) || next >= text.length);
}

function whole(text: string): Range {
  return { start: 0, end: text.length };
}

function cutAt(text: string, border: string, counts: (next: number) => boolean): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (let at = text.indexOf(border); at >= 0; at = text.indexOf(border, at + border.length - 1)) {
    if (at < start || !counts(at + border.length)) continue;
    ranges.push({ start, end: at });
    start = at + border.length;
  }
  return [...ranges, { start, end: text.length }];
}

function cutIn(view: View): Range | null {
  const at = view.text.indexOf(CUT);
  if (at < 0) return null;
  const before = view.text.endsWith('...', at);
  const after = view.text.startsWith('...', at + CUT.length);
  if (!before && !(after && at === 0)) return null;
  const start = before ? at - 3 : at;
  const end = at + CUT.length + (after ? 3 : 0);
  return { start: view.at(start), end: view.at(end) };
}
