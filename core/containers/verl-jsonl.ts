import type { Container, FileSample, RecordReader } from './container';
import { OwnText } from './fields/own-text';
import { markedQuestion } from './fields/prompt';
import { stepOf } from './fields/step';
import { isObject, kindOf, numberOf, setMember, valueAt, type JsonObject } from './fields/values';
import { broken, NOTHING, one } from './reading';
import { goldsOfDump } from './verl/golds';

/**
 * verl's rollout and validation dumps (`trainer.rollout_data_dir`): `{step}.jsonl` with `input`, `output`, `gts`,
 * `score`, `step` and whatever the reward function returned (verl, `trainer/ppo/ray_trainer.py`); `uid` since the
 * trainer of `trainer/ppo/v1`. Dumps before August 2025 have no `gts`.
 */
export const verlJsonl: Container = {
  id: 'verl-jsonl',
  title: 'verl rollout or validation dump',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise({ name, records }: FileSample) {
    const objects = records.map(({ value }) => value).filter(isObject);
    const fitting = objects.filter(fits);
    if (fitting.length === 0 || fitting.length * 2 < objects.length) return null;
    const named = stepOf(name) === null ? '' : ', and the file is named after a step';
    const because = `\`input\`, \`output\` and \`score\`, \`gts\` or \`step\` in ${fitting.length} of the first ${records.length} records`;
    return { weight: (0.9 * fitting.length) / objects.length + (named ? 0.05 : 0), because: because + named };
  },
  reader: () => read,
};

function fits(record: JsonObject): boolean {
  return (
    'input' in record && 'output' in record && ('score' in record || 'gts' in record || 'step' in record)
  );
}

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`input\` and \`output\``);
  const { input, output } = value;
  if (typeof input !== 'string') return broken(record, `\`input\` is ${kindOf(input)}, not a string`);
  if (typeof output !== 'string') return broken(record, `\`output\` is ${kindOf(output)}, not a string`);
  if (input === '' && output === '') return { ...NOTHING, withoutText: '`input` and `output` are empty' };
  const text = new OwnText();
  text.add(input, 'prompt', INPUT);
  text.add(output, 'policy', OUTPUT);
  const golds = goldsOfDump(value['gts']);
  const question = typeof value['question'] === 'string' ? value['question'] : markedQuestion(input);
  return one(record, file, { question, golds, text, recorded: recordedOf(value, file) });
};

/** Members that are the rollout itself, or come first. */
const TAKEN: ReadonlySet<string> = new Set(['input', 'output', 'gts', 'score', 'step']);

function recordedOf(value: JsonObject, file: string): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  const score = valueAt(value, SCORE);
  // The legacy trainer writes what it does not know with `str()`, and in tables all is text: numbers stand in quotes.
  if (score !== undefined) recorded['score'] = numberOf(score) ?? score;
  const step = valueAt(value, STEP) ?? stepOf(file);
  if (step !== null) recorded['step'] = numberOf(step) ?? step;
  recorded['group'] = groupOf(valueAt(value, UID));
  for (const key of Object.keys(value)) if (!TAKEN.has(key)) setMember(recorded, key, value[key]);
  return recorded;
}

const INPUT = ['input'];
const OUTPUT = ['output'];
const SCORE = ['score'];
const STEP = ['step'];
const UID = ['uid'];

/** The prompt's part of `{prompt}_{session}_{output}`; null without a uid. */
function groupOf(uid: unknown): string | null {
  if (typeof uid === 'number') return String(uid);
  if (typeof uid !== 'string') return null;
  return /^(.+)_\d+_\d+$/.exec(uid)?.[1] ?? uid;
}
