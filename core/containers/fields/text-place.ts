import { messagesOf } from './messages';
import { marksIn } from './marks';
import { isObject, showPath, valueAt, type JsonPath } from './values';

/** Where the records of a file keep their rollouts, and why it is thought so. */
export interface TextPlace {
  /** `messages`: chat messages at `path`. `text`: a string, or a list of strings, at `path`. */
  readonly kind: 'messages' | 'text';
  readonly path: JsonPath;
  /** Where the prompt stands when it is kept apart: a string or messages; null when it is not. */
  readonly prompt: JsonPath | null;
  /** From 0 to 1. */
  readonly weight: number;
  readonly because: string;
}

/** Deepest member that is looked at. */
const DEPTH = 3;

/** Members of one record that are looked at. */
const MEMBERS = 200;

/** Fields that hold what was asked: tags in them are instructions, not actions. */
const ASKING =
  /^(?:prompt|question|query|problem|instruction|instructions|system|system_prompt|input|task|goal)$/i;

/** Words in the names that trainers give to the text of a rollout. */
const TELLING =
  /completion|response|rollout|traj|generated|generation|gen_text|reasoning|solution|output|sequence|transcript|conversation|^(?:text|gen|messages)$/i;

/** Longest name that may tell something, in characters. */
const LONGEST_NAME = 200;

/** Finds where the sampled records keep a rollout's text; null where nothing looks like one. */
export function findText(values: readonly unknown[]): TextPlace | null {
  return findMessages(values) ?? findString(values);
}

function findMessages(values: readonly unknown[]): TextPlace | null {
  const counts = new Map<string, { path: JsonPath; count: number }>();
  for (const value of values) {
    for (const [path, member] of listsOf(value)) {
      if (!messagesOf(member)?.some((message) => message.by === 'policy')) continue;
      const name = showPath(path);
      const entry = counts.get(name) ?? { path, count: 0 };
      entry.count++;
      counts.set(name, entry);
    }
  }
  const best = [...counts.values()].sort((a, b) => b.count - a.count || last(b.path) - last(a.path))[0];
  if (!best || best.count * 2 < values.length) return null;
  const prompt = promptBeside(values, best.path);
  const beside = prompt ? `, its prompt in \`${showPath(prompt)}\`` : '';
  const because = `chat messages with an assistant's turn in \`${showPath(best.path) || 'the record'}\`${beside} in ${best.count} of the first ${values.length} records`;
  return { kind: 'messages', path: best.path, prompt, weight: (0.6 * best.count) / values.length, because };
}

/** Of two fields with messages the one that trainers call by a telling name. */
function last(path: JsonPath): number {
  const name = path.at(-1);
  return typeof name === 'string' && name.length <= LONGEST_NAME && TELLING.test(name) ? 1 : 0;
}

interface Seen {
  readonly path: JsonPath;
  count: number;
  marked: number;
  characters: number;
  readonly marks: Set<string>;
}

function findString(values: readonly unknown[]): TextPlace | null {
  const fields = new Map<string, Seen>();
  for (const value of values) {
    for (const [path, text] of stringsOf(value)) {
      const name = showPath(path);
      const seen = fields.get(name) ?? { path, count: 0, marked: 0, characters: 0, marks: new Set<string>() };
      fields.set(name, seen);
      if (text === '') continue;
      const marks = isLabel(text) ? [] : marksIn(text);
      seen.count++;
      seen.characters += text.length;
      if (marks.length === 0) continue;
      seen.marked++;
      for (const mark of marks) seen.marks.add(mark);
    }
  }
  const best = [...fields.values()].filter(isPlausible).sort((a, b) => weightOf(b) - weightOf(a))[0];
  if (!best) return null;
  const prompt = promptBeside(values, best.path);
  const marks = [...best.marks].slice(0, 3).map((mark) => `\`${mark}\``);
  const mean = Math.round(best.characters / best.count);
  const because = [
    `the text in \`${showPath(best.path) || 'the record'}\`: ${marks.join(', ')} in ${best.marked} of ${best.count} texts in the first ${values.length} ${values.length === 1 ? 'record' : 'records'}, ${mean} characters on average`,
    ...(prompt ? [`its prompt in \`${showPath(prompt)}\``] : []),
  ].join('; ');
  return { kind: 'text', path: best.path, prompt, weight: Math.min(0.6, weightOf(best)), because };
}

/** A verdict that is one token and nothing else (`[Retrieval]`, `[Utility:5]`): a label of an annotator, no rollout. */
function isLabel(text: string): boolean {
  return text.length <= LONGEST_LABEL && /^\s*\[[\w :/]+\]\s*$/.test(text);
}

/** Longest reflection token with blanks around, in characters. */
const LONGEST_LABEL = 40;

/** Tags in one record of five, and not in a field that asks. */
function isPlausible({ path, count, marked }: Seen): boolean {
  const name = path.findLast((step) => typeof step === 'string');
  return count > 0 && marked * 5 >= count && !(typeof name === 'string' && ASKING.test(name));
}

function weightOf({ path, count, marked, characters, marks }: Seen): number {
  const length = Math.min(1, Math.log10(1 + characters / count) / 4);
  return 0.3 * (marked / count) + 0.05 * Math.min(3, marks.size) + 0.1 * length + 0.05 * last(path);
}

/** A field beside the text that holds the prompt, as a string or as messages. */
function promptBeside(values: readonly unknown[], path: JsonPath): JsonPath | null {
  const name = path.at(-1);
  if (typeof name !== 'string') return null;
  for (const candidate of ['prompt', 'prompts', 'input', 'messages']) {
    const beside = [...path.slice(0, -1), candidate];
    if (candidate === name) continue;
    const found = values.filter((value) => {
      const member = valueAt(value, beside);
      return (typeof member === 'string' && member !== '') || (messagesOf(member) ?? []).length > 0;
    });
    if (found.length * 2 > values.length) return beside;
  }
  return null;
}

/** Every list of a record, with its path. */
function* listsOf(value: unknown): Generator<[JsonPath, readonly unknown[]]> {
  for (const [path, member] of membersOf(value)) if (Array.isArray(member)) yield [path, member];
}

/** Every string of a record, with its path; the items of a list of strings count under the list's path. */
function* stringsOf(value: unknown): Generator<[JsonPath, string]> {
  for (const [path, member] of membersOf(value)) {
    if (typeof member === 'string') yield [path, member];
    else if (Array.isArray(member))
      for (const item of member) if (typeof item === 'string') yield [path, item];
  }
}

function* membersOf(root: unknown): Generator<[JsonPath, unknown]> {
  const open: [JsonPath, unknown][] = [[[], root]];
  for (let seen = 0; seen < MEMBERS && open.length > 0; seen++) {
    const next = open.shift();
    if (!next) return;
    yield next;
    const [path, value] = next;
    if (!isObject(value) || path.length >= DEPTH) continue;
    for (const key of Object.keys(value)) open.push([[...path, key], value[key]]);
  }
}
