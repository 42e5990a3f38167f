import { goldsOf } from './golds';
import { isReact } from './marks';
import type { TextPlace } from './text-place';
import {
  isObject,
  numberOf,
  setMember,
  showPath,
  valueAt,
  without,
  type JsonObject,
  type JsonPath,
} from './values';

/** Where a file keeps what belongs to a rollout, by the usual names, the likeliest first. */
export interface Guesses {
  readonly question: readonly JsonPath[];
  readonly golds: readonly JsonPath[];
  readonly score: readonly JsonPath[];
  readonly step: readonly JsonPath[];
  readonly group: readonly JsonPath[];
}

const QUESTION = ['question', 'query', 'problem', 'extra_info.question', 'prompt', 'instruction'];
const GOLDS = [
  'golden_answers',
  'golden_answer',
  'gold_answers',
  'gold_answer',
  'gold',
  'golds',
  'gts',
  'gt',
  'reward_model.ground_truth',
  'ground_truth',
  'ground_truths',
  'target',
  'answers',
  'answer',
];
const SCORE = ['score', 'reward', 'acc', 'em'];
const STEP = ['step', 'global_step', 'training_step'];
const GROUP = ['group', 'group_id', 'uid', 'prompt_id', 'example_id'];

/** Longest prompt that may itself be the question, in characters. */
const SHORT = 400;

/** Finds which of the usual names stand in the sampled records and hold what the name promises. */
export function findGuesses(values: readonly unknown[], place: TextPlace): Guesses {
  const found = (names: readonly string[], fits: (value: unknown) => boolean): JsonPath[] =>
    names
      .map((name) => name.split('.'))
      .filter((path) => !overlaps(path, place.path))
      .filter((path) => values.some((value) => fits(valueAt(value, path))));
  const short = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && value.length <= SHORT;
  const told = place.kind === 'messages' || place.prompt !== null;
  return {
    question: found(told ? QUESTION.filter((name) => name !== 'prompt') : QUESTION, short),
    golds: found(GOLDS, (value) => goldsOf(value).length > 0),
    score: found(SCORE, (value) => numberOf(value) !== null),
    step: found(STEP, (value) => numberOf(value) !== null),
    // Chat logs of evaluations number their examples; several rollouts then share one `id`.
    group: found(place.kind === 'messages' && place.prompt ? [...GROUP, 'id'] : GROUP, isKey),
  };
}

/** Each guess as a clause: "golds in `answer`". */
export function guessesSaid(guesses: Guesses): string[] {
  return Object.entries(guesses).flatMap(([name, paths]: [string, readonly JsonPath[]]) =>
    paths[0] ? [`${name} in \`${showPath(paths[0])}\``] : [],
  );
}

/** The values of a record that stand beside its text, with `score`, `step` and `group` under these names. */
export function recordedOf(
  record: JsonObject,
  place: TextPlace,
  guesses: Guesses,
  file: { readonly step: number | null; readonly key: string | undefined },
): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  const score = first(record, guesses.score, numberOf);
  const step = first(record, guesses.step, numberOf) ?? file.step;
  const group = first(record, guesses.group, (value) => (isKey(value) ? value : null));
  if (score !== null) recorded['score'] = score;
  if (step !== null) recorded['step'] = step;
  if (group !== null) recorded['group'] = String(group);
  if (file.key !== undefined) recorded['key'] = file.key;
  const rest = withoutTexts(record, [place.path, place.prompt]);
  const told = [guesses.question[0], guesses.golds[0]]
    .filter((path) => path?.length === 1)
    .map((path) => path?.[0]);
  for (const key of Object.keys(rest)) {
    if (!told.includes(key) && !Object.hasOwn(recorded, key)) setMember(recorded, key, rest[key]);
  }
  return recorded;
}

/** A record without what its own text is made of, wherever that stands; an object left empty by it goes as well. */
function withoutTexts(record: JsonObject, paths: readonly (JsonPath | null)[]): JsonObject {
  return paths.reduce<JsonObject>((rest, path) => (path ? withoutMember(rest, path) : rest), record);
}

function withoutMember(record: JsonObject, [step, ...below]: JsonPath): JsonObject {
  const name = String(step);
  if (step === undefined || !Object.hasOwn(record, name)) return record;
  const member = record[name];
  if (below.length === 0) return without(record, name);
  if (!isObject(member)) return record;
  const inner = withoutMember(member, below);
  if (Object.keys(inner).length === 0) return without(record, name);
  const copy = { ...record };
  setMember(copy, name, inner);
  return copy;
}

function first<T>(
  record: JsonObject,
  paths: readonly JsonPath[],
  read: (value: unknown) => T | null,
): T | null {
  for (const path of paths) {
    const value = read(valueAt(record, path));
    if (value !== null) return value;
  }
  return null;
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether one path leads to or through the other. */
function overlaps(a: JsonPath, b: JsonPath): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, at) => step === b[at]);
}

/** The longest string among the members of some records, with the name of its field. */
function longestText(
  records: readonly JsonObject[],
): { readonly name: string; readonly text: string } | null {
  let longest: { readonly name: string; readonly text: string } | null = null;
  for (const record of records) {
    for (const name of Object.keys(record)) {
      const text = record[name];
      if (typeof text === 'string' && text.length > (longest?.text.length ?? 0)) longest = { name, text };
    }
  }
  return longest;
}

/** Why records without a rollout's text are what they are: a question set, a corpus, metrics. */
export function describeRecords(values: readonly unknown[]): string {
  const objects = values.filter(isObject);
  const [sample] = objects;
  if (!sample) return 'its records are not objects';
  const keys = Object.keys(sample);
  if (keys.length === 0) return 'its first record is an object without a field';
  const has = (...names: string[]): boolean => names.some((name) => keys.includes(name));
  const list = keys.slice(0, 6).map((key) => `\`${key}\``);
  const fields = `${list.join(', ')}${keys.length > list.length ? ', …' : ''}`;
  const longest = longestText(objects);
  if (longest && isReact(longest.text)) {
    return `\`${longest.name}\`, the longest text of its records (${fields}), is a ReAct transcript (Thought:, Action:, Observation:) in a field that usually asks`;
  }
  if (has('question', 'query', 'problem') && has('answer', 'answers', 'golden_answers', 'gold', 'golds')) {
    const beside =
      longest && longest.text.length > SHORT
        ? `; no tag stands in \`${longest.name}\`, their longest text`
        : '';
    return `its records (${fields}) are questions with answers, without the text of a rollout${beside}`;
  }
  if (has('step') && has('data', 'loss'))
    return `its records (${fields}) are metrics, without the text of a rollout`;
  if (has('contents', 'text', 'passage', 'paragraphs'))
    return `its records (${fields}) look like the documents of a corpus`;
  if (has('prompt', 'messages'))
    return `its records (${fields}) are prompts without an assistant's turn or a rollout's tags`;
  return `no field of its records (${fields}) looks like the text of a rollout`;
}
