import type { Container, FileSample, RecordReading } from './container';
import type { Evidence } from '../trace/dialect';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { NO_ANSWER, NO_TEXTS, QUERY_GUESSED, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { documentsAt, sourceAt } from './fields/sources';
import type { FoundDocument } from './fields/traced';
import { setMember, without, type JsonObject } from './fields/values';

const RETRIEVER = ['question', 'pred_idx', 'sf_idx', 'q_values'];
const OPEN_QA = ['question', 'retrieved_chunks_idx', 'ground_truth_chunks_idx', 'filter_idx'];

/**
 * Logs of Q-RAG (griver/Q-RAG): the retriever's (`eval_retriever.py`: the chunks picked one after another, the largest Q
 * of each step), the same with a language model's answer (`eval_llm_synthetics.py`), and the open-QA evaluation
 * (`eval_llm_openqa.py`).
 */
export const qRag: Container = {
  id: 'q-rag',
  title: 'Q-RAG retriever or reader log',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample): Evidence | null =>
    evidenceOfKeys(sample, RETRIEVER, 0.95) ?? evidenceOfKeys(sample, OPEN_QA, 0.95),
  reader: () => read,
};

const read = objectReader('`question` and `pred_idx`', (record, value, file) =>
  'pred_idx' in value ? readPicks(record, value, file) : readOpenQa(record, value, file),
);

type Read = (
  record: Parameters<ReturnType<Container['reader']>>[0],
  value: JsonObject,
  file: string,
) => RecordReading;

/** Every pick is a document, in the order of picking, with the largest Q of its step. */
const readPicks: Read = (record, value, file) => {
  const picks = documentsAt(value, ['pred_texts']);
  const documents = picks.length > 0 ? picks : named(value, 'pred_idx');
  const scored = documents.map((document, at) => ({ ...document, score: numberIn(value['q_values'], at) }));
  const answer = sourceAt(value, ['prediction']);
  const traced = {
    question: sourceAt(value, ['question']),
    steps: [{ query: null, documents: scored }],
    answer,
  };
  const score = typeof value['return'] === 'number' ? { score: value['return'] } : {};
  const recorded = { ...score, ...without(value, 'question', 'answer', 'pred_texts', 'prediction') };
  const losses = [QUERY_GUESSED, ...(answer ? [] : [NO_ANSWER]), ...(picks.length > 0 ? [] : [NO_TEXTS])];
  return withLosses(fieldsRead(record, file, { traced, golds: goldsOf(value['answer']), recorded }), losses);
};

const readOpenQa: Read = (record, value, file) => {
  const texts = documentsAt(value, ['filter_texts']);
  const documents = texts.length > 0 ? texts : named(value, 'filter_idx');
  const output = sourceAt(value, ['full_model_output']);
  const answer = sourceAt(value, ['prediction']);
  const traced = {
    question: sourceAt(value, ['question']),
    steps: [{ query: null, documents }],
    said: output?.text === answer?.text ? null : output,
    answer,
  };
  const recorded: Record<string, unknown> = {};
  if (typeof value['EM'] === 'number' || typeof value['EM'] === 'boolean')
    setMember(recorded, 'score', Number(value['EM']));
  const rest = without(value, 'question', 'ground_truth', 'filter_texts', 'full_model_output', 'prediction');
  return withLosses(
    fieldsRead(record, file, {
      traced,
      golds: goldsOf(value['ground_truth']),
      recorded: { ...recorded, ...rest },
    }),
    [QUERY_GUESSED, ...(texts.length > 0 ? [] : [NO_TEXTS])],
  );
};

/** Chunks of which only the numbers are known, named by them. */
function named(value: JsonObject, key: string): FoundDocument[] {
  const list = value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((index: unknown, at): FoundDocument[] =>
    typeof index === 'number'
      ? [{ title: { text: String(index), path: [key, at], made: true }, text: null }]
      : [],
  );
}

function numberIn(list: unknown, at: number): number | null {
  const value: unknown = Array.isArray(list) ? list[at] : undefined;
  return typeof value === 'number' ? value : null;
}
