import { isObject, type JsonObject } from '../../json';
import type { Passage } from '../passage';

/** A form that corpora come in: what it makes of a record, why the record is broken, or null for another form. */
export interface CorpusShape {
  readonly id: string;
  read(value: unknown, key: string | null): Passage | string | null;
}

const ID_FIELDS = ['id', '_id', 'docid', 'idx'];
const TEXT_FIELDS = ['text', 'paragraph_text'];

/** Search-R1's corpora: the title in quotes on the first line of `contents`, the passage below it. */
const contents: CorpusShape = {
  id: 'contents',
  read: (value) => {
    if (!isObject(value) || !Object.hasOwn(value, 'contents')) return null;
    const whole = value['contents'];
    if (typeof whole !== 'string') return '`contents` is not a string';
    const lineEnd = whole.indexOf('\n');
    if (lineEnd < 0) return { id: idOf(value), title: null, text: whole };
    return {
      id: idOf(value),
      title: unquoted(whole.slice(0, lineEnd).trimEnd()),
      text: whole.slice(lineEnd + 1),
    };
  },
};

/** `title` with `text` (HippoRAG, RouteRAG, BEIR) or `paragraph_text` (MuSiQue), a string or a list of sentences. */
const titled: CorpusShape = {
  id: 'title-text',
  read: (value, key) => {
    if (!isObject(value)) return null;
    const field = TEXT_FIELDS.find((name) => Object.hasOwn(value, name));
    if (field === undefined) return null;
    const text = textOf(value[field]);
    if (text === null) return `\`${field}\` is neither a string nor a list of strings`;
    const title = value['title'] ?? key;
    if (title !== null && typeof title !== 'string') return '`title` is not a string';
    return { id: idOf(value), title, text };
  },
};

/** HippoRAG's HotpotQA corpus: one object, title → list of sentences (or the whole passage as one string). */
const keyed: CorpusShape = {
  id: 'keyed',
  read: (value, key) => {
    if (key === null) return null;
    const text = textOf(value);
    return text === null ? null : { id: null, title: key, text };
  },
};

/** Every form, asked in this order. */
export const corpusShapes: readonly CorpusShape[] = [contents, titled, keyed];

/** The passage of a record, or why it holds none. */
export function passageOf(value: unknown, key: string | null): Passage | string {
  for (const shape of corpusShapes) {
    const read = shape.read(value, key);
    if (typeof read === 'string') return read;
    if (read === null) continue;
    const empty = read.text.trim() === '' && (read.title ?? '').trim() === '';
    return empty ? 'the passage is empty' : read;
  }
  if (!isObject(value)) return 'the record is no object with a passage in it';
  const fields = Object.keys(value).slice(0, 5);
  const has = fields.length > 0 ? `it has ${fields.map((name) => `\`${name}\``).join(', ')}` : 'it is empty';
  return `the record has no \`text\`, \`contents\` or \`paragraph_text\`; ${has}`;
}

function idOf(value: JsonObject): string | null {
  for (const field of ID_FIELDS) {
    const id = value[field];
    if (typeof id === 'string' && id !== '') return id;
    if (typeof id === 'number') return String(id);
  }
  return null;
}

function unquoted(title: string): string {
  return title.length >= 2 && title.startsWith('"') && title.endsWith('"') ? title.slice(1, -1) : title;
}

/** A text, or sentences joined: most corpora keep the blank before a sentence with it, the others get one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return null;
  return value.reduce(
    (text: string, sentence: string) =>
      text === '' || /\s$/.test(text.slice(-1)) || /^\s/.test(sentence)
        ? text + sentence
        : `${text} ${sentence}`,
    '',
  );
}
