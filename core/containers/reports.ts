import type { Container } from './container';
import { evidenceOfKeys } from './fields/keys';
import { NO_DOCUMENTS, NO_GOLDS, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { sourceAt } from './fields/sources';
import { without } from './fields/values';

/** Reports of deep research systems as Deep Research Bench takes them: `{id, prompt, article}`. */
export const reports: Container = {
  id: 'reports',
  title: 'Reports of deep research systems',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample) =>
    evidenceOfKeys(sample, ['id', 'prompt', 'article'], 0.9, ({ article }) => typeof article === 'string'),
  reader: () => read,
};

const LOSSES = [NO_DOCUMENTS, NO_GOLDS];

const read = objectReader('`prompt` and `article`', (record, value, file) => {
  const traced = { question: sourceAt(value, ['prompt']), answer: sourceAt(value, ['article']) };
  return withLosses(
    fieldsRead(record, file, { traced, golds: [], recorded: without(value, 'prompt', 'article') }),
    LOSSES,
  );
});
