import { readPythonRepr } from '../python/repr';
import type { FoundDocument, Source } from './traced';
import { isObject, valueAt, type JsonPath } from './values';

/** A field as text: a string as it stands; a number, a boolean or a list of these as text made of it; null for others. */
export function sourceAt(record: unknown, path: JsonPath): Source | null {
  const value = valueAt(record, path);
  if (typeof value === 'string') return value === '' ? null : { text: value, path };
  if (typeof value === 'number' || typeof value === 'boolean')
    return { text: String(value), path, made: true };
  if (!Array.isArray(value) || value.length === 0 || !value.every(isScalar)) return null;
  const [only] = value;
  if (value.length === 1 && typeof only === 'string' && only !== '')
    return { text: only, path: [...path, 0] };
  const text = value.map(String).join(', ');
  return text === '' ? null : { text, path, made: true };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The first of some fields that holds text. */
export function firstSource(record: unknown, names: readonly string[]): Source | null {
  for (const name of names) {
    const found = sourceAt(record, [name]);
    if (found) return found;
  }
  return null;
}

const TITLES = ['title', 'doc_id', 'id', 'docid'];
const TEXTS = ['text', 'contents', 'content', 'page_content', 'passage', 'paragraph_text', 'document'];
const SCORES = ['score', 'similarity', 'relevance_score', 'document.score'];

/**
 * Documents in any of the shapes that records keep them in: strings, or objects with a title or an id, a text and
 * a score. `split` cuts strings into a title line and the passage below it, as HippoRAG stores passages.
 */
export function documentsAt(record: unknown, path: JsonPath, split = false): FoundDocument[] {
  const value = valueAt(record, path);
  if (typeof value === 'string') {
    if (value === '') return [];
    const listed = printedList(value);
    return listed === null
      ? [{ title: null, text: { text: value, path } }]
      : listed.map((text) => ({ title: null, text: { text, path, made: true } }));
  }
  if (!Array.isArray(value)) return [];
  const documents: FoundDocument[] = [];
  for (const [at, item] of value.entries()) {
    const document = documentAt(item, [...path, at], split);
    if (document) documents.push(document);
  }
  return documents;
}

/** Passages in a cell of a table, which holds the list as Python prints it; null for other text. */
function printedList(cell: string): string[] | null {
  if (!cell.startsWith('[')) return null;
  const read = readPythonRepr(cell);
  if (!read.ok || !Array.isArray(read.value) || read.value.length === 0) return null;
  return read.value.every((item) => typeof item === 'string') ? read.value : null;
}

function documentAt(item: unknown, path: JsonPath, split: boolean): FoundDocument | null {
  if (typeof item === 'string') return stringDocument(item, path, split);
  if (!isObject(item)) return null;
  const below = (names: readonly string[]): Source | null => {
    for (const name of names) {
      const value = item[name];
      if (typeof value === 'string' && value !== '') return { text: value, path: [...path, name] };
      if (typeof value === 'number') return { text: String(value), path: [...path, name], made: true };
    }
    return null;
  };
  const title = below(TITLES);
  const text = below(TEXTS);
  if (!title && !text) return null;
  const score = SCORES.map((name) => item[name]).find((found) => typeof found === 'number');
  return { title, text, score: score ?? null };
}

function stringDocument(item: string, path: JsonPath, split: boolean): FoundDocument | null {
  if (item === '') return null;
  const lineEnd = split ? item.indexOf('\n') : -1;
  if (lineEnd <= 0) return { title: null, text: { text: item, path } };
  const text = item.slice(lineEnd + 1);
  return {
    title: { text: item.slice(0, lineEnd), path },
    text: text === '' ? null : { text, path, at: lineEnd + 1 },
  };
}
