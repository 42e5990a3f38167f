import type { Container } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { QUERY_GUESSED, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { documentsAt, sourceAt } from './fields/sources';
import { without } from './fields/values';

/**
 * Query results of HippoRAG (`QuerySolution.to_dict`, OSU-NLP-Group/HippoRAG): a question with its best documents,
 * their scores, the facts that the filter kept (`graph_seeds`) and the answer. A passage is its title, a newline, its text.
 */
export const hippoRagResults: Container = {
  id: 'hipporag-results',
  title: 'Query results of HippoRAG',
  holds: 'rollouts',
  framings: ['json', 'lines'],
  recognise: (sample) => evidenceOfKeys(sample, ['question', 'docs', 'doc_scores', 'graph_seeds'], 0.95),
  reader: () => read,
};

const LOSSES = [QUERY_GUESSED];

const read = objectReader('`question`, `docs` and `doc_scores`', (record, value, file) => {
  const scores: unknown = value['doc_scores'];
  const documents = documentsAt(value, ['docs'], true).map((document, at) => ({
    ...document,
    score: numberAt(scores, at),
  }));
  const traced = {
    question: sourceAt(value, ['question']),
    steps: [{ query: null, documents }],
    thought: sourceAt(value, ['thoughts']),
    answer: sourceAt(value, ['answer']),
  };
  const recorded = without(value, 'question', 'answer', 'gold_answers', 'docs', 'doc_scores', 'thoughts');
  return withLosses(
    fieldsRead(record, file, { traced, golds: goldsOf(value['gold_answers']), recorded }),
    LOSSES,
  );
});

/** A number of a list, or null. */
function numberAt(list: unknown, at: number): number | null {
  const value: unknown = Array.isArray(list) ? list[at] : undefined;
  return typeof value === 'number' ? value : null;
}
