import { withExtras } from './chat-messages';
import type { Container, Loss, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { readerAt } from './fields/reader-at';
import { isObject, kindOf, type JsonObject } from './fields/values';
import { broken } from './reading';
import { absent, cut } from './losses';

const WHEN = ['timing', 'generation_ms', 'task', 'metrics', 'info'] as const;

/**
 * Evaluations of verifiers before version 1: `results.jsonl`, one rollout a line (verifiers,
 * `verifiers/legacy/utils/save_utils.py`). Files of 2025 call the example `id` and keep `generation_ms`; later ones
 * `example_id`, `timing` and `metrics`.
 */
export const verifiers: Container = {
  id: 'verifiers',
  title: 'verifiers evaluation results',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise: (sample) => evidenceOfKeys(sample, ['prompt', 'completion', 'reward'], 0.95, fits),
  reader: () => read,
};

function fits(record: JsonObject): boolean {
  return ('example_id' in record || 'id' in record) && WHEN.some((name) => name in record);
}

const reader = withExtras(
  readerAt(
    { kind: 'messages', path: ['completion'], prompt: ['prompt'], weight: 1, because: '' },
    { question: [], golds: [['answer']], score: [['reward']], step: [], group: [['example_id'], ['id']] },
  ),
  ['completion'],
);

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`prompt\` and \`completion\``);
  const reading = reader(record, value, file);
  const losses = lossesOf(value);
  const { error } = value;
  const failed = reading.rollouts.length === 0 && reading.fault === null && isObject(error);
  const withoutText = failed
    ? 'the rollout failed before the assistant spoke (`error`)'
    : reading.withoutText;
  return losses.length === 0 ? { ...reading, withoutText } : { ...reading, withoutText, losses };
};

function lossesOf(record: JsonObject): Loss[] {
  const losses: Loss[] = [];
  if (typeof record['answer'] !== 'string' || record['answer'] === '')
    losses.push(absent('no gold answer stands in `answer`'));
  if (record['is_truncated'] === true)
    losses.push(cut('`is_truncated`: the completion was cut at a token limit'));
  return losses;
}
