import type { Container, FileSample, RawRecord, RecordReader, RecordReading } from './container';
import { goldsOf } from './fields/golds';
import { OwnText } from './fields/own-text';
import { stepOf } from './fields/step';
import { isObject, kindOf, numberOf, without, type JsonObject } from './fields/values';
import { withLosses } from './losses';
import { evaluationLosses, LOG_LOSSES, runOf } from './r1/facts';
import { broken, NOTHING, one, rolloutOf } from './reading';

/**
 * R1-Searcher's files: the evaluation results (`question`, `answer`, `gen_text_store`; `generated_text` where a run
 * was stopped), its training sets with sampled texts (a list in `gen_text_store`), and the reward server's sampling
 * log (`question`, `solution`, `score`, `finished`).
 */
export const r1Searcher: Container = {
  id: 'r1-searcher',
  title: 'R1-Searcher evaluation file or sampling log',
  holds: 'rollouts',
  dialect: 'r1-searcher',
  framings: ['lines', 'json'],
  recognise({ records }: FileSample) {
    const shapes = records.map(({ value }) => (isObject(value) ? shapeOf(value) : null));
    const evaluation = shapes.filter((shape) => shape === 'evaluation').length;
    const log = shapes.filter((shape) => shape === 'log').length;
    if ((evaluation + log) * 2 <= records.length) return null;
    if (log === 0 && !records.some(({ value }) => isObject(value) && isOfRun(value))) return null;
    const keys =
      evaluation > 0
        ? '`question`, `answer` and `gen_text_store` or `pred_anses`'
        : '`solution`, `score` and `finished`';
    const weight = (0.9 * (evaluation + log)) / records.length;
    return { weight, because: `${keys} in ${evaluation + log} of the first ${records.length} records` };
  },
  reader: () => read,
};

/** Whether a record is of a run: a question set of the evaluation has `gen_text_store` too, empty in every record. */
function isOfRun(record: JsonObject): boolean {
  return isFilled(record['gen_text_store']) || 'pred_anses' in record || 'pred_ans' in record;
}

/** Longest text that may be a verdict, in characters. */
const LONGEST_VERDICT = 32;

function shapeOf(record: JsonObject): 'evaluation' | 'log' | null {
  if (!('question' in record)) return null;
  if ('solution' in record && 'score' in record && 'finished' in record) return 'log';
  const text =
    'gen_text_store' in record ||
    'pred_anses' in record ||
    ('pred_ans' in record && 'stop_reason_final' in record);
  return text && 'answer' in record ? 'evaluation' : null;
}

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`question\``);
  return shapeOf(value) === 'log' ? readLog(record, value, file) : readEvaluation(record, value, file);
};

function readLog(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const { solution, score } = value;
  if (typeof solution !== 'string')
    return broken(record, `\`solution\` is ${kindOf(solution)}, not a string`);
  if (solution === '') return { ...NOTHING, withoutText: '`solution` is empty' };
  const text = policyText(solution, ['solution']);
  const recorded = {
    score: numberOf(score) ?? score,
    ...stepIn(file),
    ...without(value, 'question', 'solution', 'score'),
  };
  const reading = one(record, file, { question: stringOf(value['question']), golds: [], text, recorded });
  return withLosses(reading, LOG_LOSSES);
}

function readEvaluation(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const key =
    isFilled(value['gen_text_store']) || !isFilled(value['generated_text'])
      ? 'gen_text_store'
      : 'generated_text';
  const texts = value[key];
  const found = {
    question: stringOf(value['question']),
    golds: goldsOf(value['answer']),
    recorded: {
      ...stepIn(file),
      ...runOf(file),
      ...judgeIn(value),
      ...without(value, 'question', 'answer', key),
    },
  };
  if (texts === undefined || texts === null) {
    return { ...NOTHING, withoutText: 'the record has no `gen_text_store`: its sampled texts were not kept' };
  }
  if (typeof texts === 'string') {
    if (texts === '') return { ...NOTHING, withoutText: `\`${key}\` is empty` };
    const reading = one(record, file, { ...found, text: policyText(texts, [key]) });
    return withLosses(reading, evaluationLosses(value));
  }
  if (!Array.isArray(texts))
    return broken(record, `\`${key}\` is ${kindOf(texts)}, not a string or a list of strings`);
  const wrong = texts.findIndex((text) => typeof text !== 'string');
  const rollouts = texts.flatMap((text: unknown, sample) =>
    typeof text === 'string' && text !== ''
      ? [rolloutOf(record, file, { ...found, text: policyText(text, [key, sample]) }, sample)]
      : [],
  );
  const reading =
    wrong < 0 ? NOTHING : broken(record, `\`${key}[${wrong}]\` is ${kindOf(texts[wrong])}, not a string`);
  const empty = rollouts.length === 0 && wrong < 0 ? `every text in \`${key}\` is empty` : null;
  const read = { ...reading, rollouts, withoutText: empty };
  return rollouts.length > 0 ? withLosses(read, evaluationLosses(value)) : read;
}

function policyText(text: string, path: readonly (string | number)[]): OwnText {
  const own = new OwnText();
  own.add(text, 'policy', path);
  return own;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The verdict of the judge model, which its script keeps as the model's words (`True`, `False`). */
function judgeIn(value: JsonObject): { readonly judge?: boolean } {
  const said = value['gpt4o_output'];
  if (typeof said === 'boolean') return { judge: said };
  if (typeof said !== 'string' || said.length > LONGEST_VERDICT) return {};
  const word = said.trim().replace(/\.$/, '').toLowerCase();
  return word === 'true' || word === 'false' ? { judge: word === 'true' } : {};
}

function stepIn(file: string): { readonly step?: number } {
  const step = stepOf(file);
  return step === null ? {} : { step };
}
