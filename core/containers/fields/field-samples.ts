import { jsonOrUndefined } from '../../json';
import { oneLine } from '../../visible';
import type { FieldRole, WrittenFields } from './field-map';
import { fieldPath } from './field-path';
import { findGuesses } from './guesses';
import { messagesOf } from './messages';
import { findText, type TextPlace } from './text-place';
import { isObject, valueAt, type JsonPath } from './values';

/** A field that stands in some records. */
export interface SeenField {
  readonly path: string;
  readonly kind: string;
  readonly values: readonly string[];
  readonly count: number;
}

/** Deepest member that is offered, members looked at in one record, and fields in all. */
const DEPTH = 6;
const MEMBERS = 400;
const MOST_FIELDS = 300;

/** Values shown of a field, and the characters of each. */
const MOST_VALUES = 3;
const VALUE = 80;

/** Longest string that is looked into for JSON, in characters. */
const LONGEST_CELL = 1_000_000;

/** Names under which records keep passages that were retrieved. */
const DOCUMENTS =
  /^(?:documents?|docs|contexts?|retrieved_(?:docs|documents|contexts?|passages)|passages|ctxs|retrieval)$/i;

/** Every field of some records by its path, in the order in which they come; strings that hold JSON are looked into. */
export function fieldsIn(records: readonly unknown[]): SeenField[] {
  const seen = new Map<string, { kind: string; values: string[]; count: number }>();
  for (const record of records) {
    for (const [path, value] of membersOf(record)) {
      const name = fieldPath(path);
      const known = seen.get(name);
      if (!known && seen.size >= MOST_FIELDS) continue;
      const field = known ?? { kind: kindOf(value), values: [], count: 0 };
      if (!known) seen.set(name, field);
      field.count++;
      if (field.kind === 'null') field.kind = kindOf(value);
      const shown = shownValue(value);
      if (field.values.length < MOST_VALUES && !field.values.includes(shown)) field.values.push(shown);
    }
  }
  return Array.from(seen, ([path, field]) => ({ path, ...field }));
}

/** Which field is likely what, by its name and what stands in it. */
export function guessFields(records: readonly unknown[]): WrittenFields {
  const place = findText(records) ?? longestText(records);
  if (!place) return {};
  const guesses = findGuesses(records, place);
  const found: Partial<Record<FieldRole, string>> = { [place.kind]: fieldPath(place.path) };
  if (place.prompt) found.prompt = fieldPath(place.prompt);
  for (const role of ['question', 'golds', 'score', 'step', 'group'] as const) {
    const [path] = guesses[role];
    if (path) found[role] = fieldPath(path);
  }
  const documents = place.kind === 'text' && topLevel(records).find((name) => DOCUMENTS.test(name));
  if (documents && fieldPath([documents]) !== found.text) found.documents = fieldPath([documents]);
  return found;
}

function topLevel(records: readonly unknown[]): string[] {
  return [...new Set(records.filter(isObject).flatMap((record) => Object.keys(record)))];
}

/** The field whose strings are longest, where nothing tells a rollout's text from another. */
function longestText(records: readonly unknown[]): TextPlace | null {
  const asking =
    /^(?:prompt|question|query|problem|instruction|system|input|id|uid|golds?|golden_answers?|target)$/i;
  const lengths = new Map<string, { path: JsonPath; length: number }>();
  for (const record of records) {
    for (const [path, value] of membersOf(record)) {
      const name = path.at(-1);
      if (typeof value !== 'string' || path.length === 0 || (typeof name === 'string' && asking.test(name)))
        continue;
      const key = fieldPath(path);
      const known = lengths.get(key) ?? { path, length: 0 };
      known.length += value.length;
      lengths.set(key, known);
    }
  }
  const [best] = [...lengths.values()].sort((a, b) => b.length - a.length);
  return best && best.length > 0
    ? { kind: 'text', path: best.path, prompt: null, weight: 0, because: 'its longest text' }
    : null;
}

/** The members of a record, outermost first; of a list its first element stands for the others. */
function* membersOf(root: unknown): Generator<readonly [JsonPath, unknown]> {
  const open: [JsonPath, unknown][] = below([], root);
  for (let seen = 0; seen < MEMBERS; seen++) {
    const next = open.shift();
    if (!next) return;
    yield next;
    const [path, value] = next;
    if (path.length < DEPTH) open.push(...below(path, opened(value)));
  }
}

function below(path: JsonPath, value: unknown): [JsonPath, unknown][] {
  if (Array.isArray(value))
    return value.length > 0 && messagesOf(value) === null ? [[[...path, 0], value[0]]] : [];
  if (!isObject(value)) return [];
  return Object.keys(value)
    .slice(0, MEMBERS)
    .map((key) => [[...path, key], valueAt(value, [key])]);
}

/** What a string holds, where it is JSON of an object or a list: a cell of a table. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST_CELL || !/^\s*[[{]/.test(value)) return value;
  const inside = jsonOrUndefined(value);
  return typeof inside === 'object' && inside !== null ? inside : value;
}

function kindOf(value: unknown): string {
  const inside = opened(value);
  if (inside === null || inside === undefined) return 'null';
  if (Array.isArray(inside)) return messagesOf(inside)?.length ? 'messages' : `list of ${inside.length}`;
  if (typeof inside === 'object') return 'object';
  return typeof inside === 'string' ? 'text' : typeof inside;
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 8 * VALUE) : shortJson(value);
  const line = oneLine(text);
  return line.length > VALUE ? `${line.slice(0, VALUE - 1)}…` : line;
}

/** The beginning of a value as JSON: enough members to fill a line, so that a large one costs little. */
function shortJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).slice(0, 5);
  const inner = entries.map(([key, member]) => {
    const short =
      typeof member === 'string'
        ? JSON.stringify(member.slice(0, VALUE))
        : typeof member === 'object' && member !== null
          ? Array.isArray(member)
            ? '[…]'
            : '{…}'
          : String(member);
    return Array.isArray(value) ? short : `${key}: ${short}`;
  });
  return Array.isArray(value) ? `[${inner.join(', ')}]` : `{${inner.join(', ')}}`;
}
