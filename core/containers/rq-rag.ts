import type { RolloutSource } from '../trace/model';
import type { Container, FileSample, Measured, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { listMember } from './fields/list-member';
import { goldsOf } from './fields/golds';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, setMember, without, type JsonObject } from './fields/values';
import { broken, NOTHING, rolloutOf } from './reading';

/**
 * Trees of RQ-RAG: results of its inference (chanchimin/RQ-RAG `retrieval_lm/inference.py`) and of its sampler
 * (`output/sample_from_tree.py`), one object of lists. Every path of a tree is a rollout; those of a question are a group.
 */
export const rqRag: Container = {
  id: 'rq-rag',
  title: 'RQ-RAG trees',
  holds: 'rollouts',
  dialect: 'rq-rag',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['all_results', 'prompts'], 0.95, ({ all_results: all }) => {
      const first: unknown = Array.isArray(all) ? all[0] : undefined;
      const path: unknown = Array.isArray(first) ? first[0] : undefined;
      return isObject(path) && ['prompt', 'depth', 'final_answer'].every((key) => Object.hasOwn(path, key));
    }),
  reader: () => read,
};

const read: RecordReader = (record, parsed, file) => {
  const { value, list: all, reading: none } = listMember(record, parsed, 'all_results');
  if (none) return none;
  const rollouts: RolloutSource[] = [];
  let fault: string | null = null;
  for (const [item, paths] of all.entries()) {
    for (const [at, path] of (Array.isArray(paths) ? paths : [null]).entries()) {
      const text: unknown = isObject(path) ? path['prompt'] : undefined;
      if (!isObject(path) || typeof text !== 'string') {
        fault ??= `\`all_results[${item}][${at}].prompt\` is ${kindOf(text)}, not a string`;
        continue;
      }
      if (text === '') continue;
      const found = {
        question: questionIn(itemOf(value, 'prompts', item), text),
        golds: goldsOf(itemOf(value, 'golds', item)),
        text: textOf(text, itemOf(value, 'prompts', item), ['all_results', item, at, 'prompt']),
        recorded: recordedOf(value, item, at, path),
      };
      rollouts.push(rolloutOf(record, file, found, rollouts.length));
    }
  }
  const reading = fault === null ? NOTHING : broken(record, fault);
  const withoutText = rollouts.length === 0 && fault === null ? '`all_results` is empty' : null;
  const measured = measuredIn(value);
  return { ...reading, rollouts, withoutText, ...(measured ? { measured } : {}) };
};

const ASSISTANT = '<|assistant|>\n';

/** The path is one decoded string; it begins with the prompt of its question. */
function textOf(text: string, prompt: unknown, path: readonly (string | number)[]): OwnText {
  const header = text.indexOf(ASSISTANT);
  const known = typeof prompt === 'string' && text.startsWith(prompt) ? prompt.length : 0;
  const start = Math.max(known, header < 0 ? 0 : header + ASSISTANT.length);
  const own = new OwnText();
  own.add(text.slice(0, start), 'prompt', path);
  own.add(text.slice(start), 'policy', path, start);
  return own;
}

const USER = '<|user|>\n';

/** What the user's turn of a prompt says. */
function questionIn(prompt: unknown, text: string): string | null {
  const whole = typeof prompt === 'string' && prompt.includes(USER) ? prompt : text;
  const at = whole.indexOf(USER);
  if (at < 0) return null;
  const start = at + USER.length;
  const end = ['</s>', '<|assistant|>'].map((mark) => whole.indexOf(mark, start)).filter((each) => each >= 0);
  const question = whole.slice(start, end.length > 0 ? Math.min(...end) : whole.length).trim();
  return question === '' ? null : question;
}

function recordedOf(value: JsonObject, item: number, at: number, path: JsonObject): Record<string, unknown> {
  const scores = itemOf(value, 'score_lists', item);
  return {
    group: String(item),
    path: at,
    ...without(path, 'prompt'),
    ...(scores === undefined ? {} : { score_list: scores }),
  };
}

/** What a selector's measure is called; the sampler spells one of them so. */
const MEASURE = /metric|retrieval_recall$/;
const PAIR = /retrieval_performan?ce$/;

/** The two values of a retrieval's performance, in order. (RQ-RAG: `output/sample_from_tree.py`) */
const PERFORMANCE = ['f1', 'em'] as const;

/**
 * The metrics of the whole run, under the file's names (`oracle metric`, `ensemble retrieval_recall`, …); of a pair
 * each value has its own (`oracle retrieval_performace f1`).
 */
function measuredIn(value: JsonObject): Measured | null {
  const values: Record<string, number> = {};
  for (const key of Object.keys(value)) {
    const measure = value[key];
    if (MEASURE.test(key) && typeof measure === 'number') setMember(values, key, measure);
    if (!PAIR.test(key) || !Array.isArray(measure)) continue;
    for (const [at, name] of PERFORMANCE.entries()) {
      const number: unknown = measure[at];
      if (typeof number === 'number') setMember(values, `${key} ${name}`, number);
    }
  }
  return Object.keys(values).length > 0 ? { step: null, values } : null;
}

function itemOf(value: JsonObject, key: string, item: number): unknown {
  const list = value[key];
  return Array.isArray(list) ? (list[item] as unknown) : undefined;
}
