import type { Container, FileSample, RecordReader } from './container';
import { isAnswer, predictionName } from './adaptive-rag/names';
import { NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead } from './fields/record-of';
import { sourceAt } from './fields/sources';
import { kindOf } from './fields/values';
import { jsonFraming } from './framing/json';
import { broken, NOTHING } from './reading';

/**
 * The predictions of one Adaptive-RAG system: one object, question id → answer
 * (`prediction__{ds}_to_{ds}__{split}_subsampled.json`; starsuzi/Adaptive-RAG).
 */
export const adaptiveRagPredictions: Container = {
  id: 'adaptive-rag-predictions',
  title: "Adaptive-RAG's predictions, an answer for each question id",
  holds: 'rollouts',
  framings: ['json'],
  cut: (head, name) => (predictionName(name) && head.trimStart().startsWith('{') ? jsonFraming('map') : null),
  recognise({ name, records }: FileSample) {
    if (!predictionName(name) || records.length === 0) return null;
    const fitting = records.filter(({ value }) => isAnswer(value)).length;
    if (fitting * 2 < records.length) return null;
    return {
      weight: (0.95 * fitting) / records.length,
      because: `the name \`prediction__…_to_…\`, and an answer in ${fitting} of the first ${records.length} members`,
    };
  },
  reader: () => read,
};

const LOSSES = [NO_QUESTION, NO_DOCUMENTS, NO_GOLDS];

const read: RecordReader = (record, value, file) => {
  if (!isAnswer(value))
    return broken(record, `the answer is ${kindOf(value)}, not a string or a list of strings`);
  const answer = sourceAt(value, []);
  if (!answer) return { ...NOTHING, withoutText: 'the answer is empty' };
  return withLosses(
    fieldsRead(record, file, { traced: { question: null, answer }, golds: [], recorded: {} }),
    LOSSES,
  );
};
