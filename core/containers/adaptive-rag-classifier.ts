import type { Container } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { NO_DOCUMENTS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { sourceAt } from './fields/sources';
import { without } from './fields/values';

const CLASSES: ReadonlySet<unknown> = new Set(['A', 'B', 'C']);

/**
 * What Adaptive-RAG's classifier predicted: one object, question id → `{prediction, answer, dataset_name}` where both
 * are classes: A no retrieval, B one retrieval, C several (`dict_id_pred_results.json`).
 */
export const adaptiveRagClassifier: Container = {
  id: 'adaptive-rag-classifier',
  title: "Adaptive-RAG's classifier output, a class for each question id",
  holds: 'rollouts',
  framings: ['json'],
  recognise: (sample) =>
    evidenceOfKeys(
      sample,
      ['prediction', 'answer', 'dataset_name'],
      0.95,
      ({ prediction, answer }) => CLASSES.has(prediction) && CLASSES.has(answer),
    ),
  reader: () => read,
};

const LOSSES = [NO_QUESTION, NO_DOCUMENTS];

const read = objectReader('`prediction` and `answer`', (record, value, file) => {
  const traced = { question: null, answer: sourceAt(value, ['prediction']) };
  const recorded = without(value, 'prediction', 'answer');
  return withLosses(fieldsRead(record, file, { traced, golds: goldsOf(value['answer']), recorded }), LOSSES);
});
