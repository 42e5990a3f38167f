import { jsonOrUndefined } from '../../json';
import { oneLine } from '../../visible';
import type { FieldRole, WrittenFields } from './field-map';
import { fieldPath } from './field-path';
import { goldsOf } from './golds';
import { findGuesses } from './guesses';
import { messagesOf } from './messages';
import { findText } from './text-place';
import { isObject, numberOf, valueAt, type JsonPath } from './values';

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

/** What roles are called by, and what has to stand there. */
const LIKELY: readonly (readonly [FieldRole, RegExp, (value: unknown) => boolean])[] = [
  [
    'prompt',
    /^(?:prompt|prompts|input|system_prompt)$/i,
    (value) => isText(value) || messagesOf(value) !== null,
  ],
  ['question', /^(?:q|question|query|problem|ask|instruction)$/i, isText],
  [
    'golds',
    /^(?:golds?|golden_answers?|gold_answers?|gts?|ground_truths?|targets?|answers?|references?|labels?)$/i,
    (value) => goldsOf(value).length > 0,
  ],
  ['score', /^(?:score|reward|acc|em|f1|ok|correct|is_correct)$/i, (value) => numberOf(value) !== null],
  ['step', /^(?:step|global_step|training_step|iteration)$/i, (value) => numberOf(value) !== null],
  [
    'group',
    /^(?:group|group_id|uid|prompt_id|qid|example_id)$/i,
    (value) => isText(value) || typeof value === 'number',
  ],
  ['documents', DOCUMENTS, (value) => isText(value) || Array.isArray(value)],
];

/** Names of what a policy wrote. */
const WRITTEN =
  /^(?:out|outputs?|text|completions?|responses?|rollout|trajectory|generated\w*|generation|prediction|answer|reply|said)$/i;

/** Which field is likely what, by its name and what stands in it. */
export function guessFields(records: readonly unknown[]): WrittenFields {
  const place = findText(records);
  const found: Partial<Record<FieldRole, string>> = {};
  if (place) {
    found[place.kind] = fieldPath(place.path);
    if (place.prompt) found.prompt = fieldPath(place.prompt);
    const guesses = findGuesses(records, place);
    for (const role of ['question', 'golds', 'score', 'step', 'group'] as const) {
      const [path] = guesses[role];
      if (path) found[role] = fieldPath(path);
    }
  }
  for (const [role, name, fits] of LIKELY) {
    if (found[role] !== undefined || (role === 'documents' && found.messages !== undefined)) continue;
    const taken = Object.values(found);
    const path = firstNamed(records, name, fits, taken);
    if (path !== null) found[role] = path;
  }
  if (!place) {
    const text = longestText(records, Object.values(found));
    if (text !== null) found.text = text;
  }
  return found;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** The outermost field of a name that holds what it should, and nothing yet. */
function firstNamed(
  records: readonly unknown[],
  name: RegExp,
  fits: (value: unknown) => boolean,
  taken: readonly string[],
): string | null {
  for (const record of records) {
    for (const [path, value] of membersOf(record)) {
      const leaf = path.at(-1);
      if (typeof leaf !== 'string' || !name.test(leaf) || !fits(value)) continue;
      const written = fieldPath(path);
      if (!taken.includes(written)) return written;
    }
  }
  return null;
}

/** The field that is named like what a policy wrote, or whose strings are longest, where no tag tells it. */
function longestText(records: readonly unknown[], taken: readonly string[]): string | null {
  const lengths = new Map<string, number>();
  for (const record of records) {
    for (const [path, value] of membersOf(record)) {
      const leaf = path.at(-1);
      if (typeof value !== 'string' || opened(value) !== value) continue;
      const named = typeof leaf === 'string' && WRITTEN.test(leaf) ? 20 : 1;
      const key = fieldPath(path);
      lengths.set(key, (lengths.get(key) ?? 0) + named * value.length);
    }
  }
  const [best] = [...lengths].filter(([path]) => !taken.includes(path)).sort((a, b) => b[1] - a[1]);
  return best && best[1] > 0 ? best[0] : null;
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
