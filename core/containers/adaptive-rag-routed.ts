import type { Container } from './container';
import { evidenceOfKeys } from './fields/keys';
import { NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { sourceAt } from './fields/sources';
import { without } from './fields/values';

/**
 * Answers of Adaptive-RAG after routing: one object, question id → `{prediction, option, stepNum}` (`{ds}_option.json`,
 * `classifier/postprocess`). `option` is the class: A no retrieval, B one, C several; `stepNum` counts the retrievals.
 */
export const adaptiveRagRouted: Container = {
  id: 'adaptive-rag-routed',
  title: "Adaptive-RAG's answers with the route that each question took",
  holds: 'rollouts',
  framings: ['json', 'lines'],
  recognise: (sample) => evidenceOfKeys(sample, ['prediction', 'option', 'stepNum'], 0.95),
  reader: () => read,
};

const LOSSES = [NO_QUESTION, NO_DOCUMENTS, NO_GOLDS];

const read = objectReader('`prediction`, `option` and `stepNum`', (record, value, file) => {
  const traced = { question: null, answer: sourceAt(value, ['prediction']) };
  return withLosses(
    fieldsRead(record, file, { traced, golds: [], recorded: without(value, 'prediction') }),
    LOSSES,
  );
});
