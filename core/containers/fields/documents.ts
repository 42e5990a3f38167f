import type { OwnText } from './own-text';
import { isObject, type JsonPath } from './values';

/** Names under which passages keep their title and their text. */
const TITLES = ['title', 'name', 'source'];
const TEXTS = [
  'text',
  'contents',
  'content',
  'passage',
  'page_content',
  'paragraph_text',
  'snippet',
  'document',
];

/**
 * Puts retrieved passages into an own text, as Search-R1 prints them: `<information>` with an entry `Doc 1(Title: "T")`
 * each. Headers are put in; titles and texts are the file's own characters. A list of strings, of objects with a text,
 * or one string; whatever else is left out. Returns how many there were.
 */
export function addDocuments(own: OwnText, value: unknown, path: JsonPath): number {
  const found = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item, at) => {
    const place = Array.isArray(value) ? [...path, at] : path;
    const passage = passageIn(item, place);
    return passage ? [passage] : [];
  });
  if (found.length === 0) return 0;
  own.render('<information>', 'environment', path);
  for (const [at, { title, text }] of found.entries()) {
    own.render(`${at > 0 ? '\n' : ''}Doc ${at + 1}(Title: "`, 'environment');
    if (title) own.add(title.text, 'environment', title.path);
    own.render('") ', 'environment');
    own.add(text.text, 'environment', text.path);
  }
  own.render('</information>\n\n', 'environment');
  return found.length;
}

interface Placed {
  readonly text: string;
  readonly path: JsonPath;
}

function passageIn(
  item: unknown,
  path: JsonPath,
): { readonly title: Placed | null; readonly text: Placed } | null {
  if (typeof item === 'string') return item === '' ? null : { title: null, text: { text: item, path } };
  if (!isObject(item)) return null;
  const text = member(item, TEXTS, path);
  return text && { title: member(item, TITLES, path), text };
}

function member(
  item: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: JsonPath,
): Placed | null {
  for (const name of names) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (typeof value === 'string' && value !== '') return { text: value, path: [...path, name] };
  }
  return null;
}
