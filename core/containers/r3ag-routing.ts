import type { Container, FileSample, Loss } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { NO_TEXTS, QUERY_GUESSED, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { documentsAt, firstSource, sourceAt } from './fields/sources';
import { isObject, numberOf, without } from './fields/values';

/**
 * Routing over retrievers in the manner of R3AG: one row a query with the retriever that was `chosen` and the
 * probability of each (`router_pred.jsonl`), or one row a query and retriever with its judgement (`router_train.jsonl`).
 */
export const r3agRouting: Container = {
  id: 'r3ag-routing',
  title: 'Routing of queries over retrievers (R3AG)',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['query', 'chosen', 'probs'], 0.95, ({ probs }) => isObject(probs)) ??
    evidenceOfKeys(sample, ['query', 'retriever', 'docs', 'judge'], 0.9, ({ judge }) => isObject(judge)),
  reader: () => read,
};

const read = objectReader('`query` and `chosen`', (record, value, file) => {
  const documents = documentsAt(value, ['docs']);
  const traced = {
    question: firstSource(value, ['query', 'question']),
    steps: documents.length > 0 ? [{ query: null, documents }] : [],
    answer: sourceAt(value, ['answer']),
  };
  const score = numberOf(value['em']);
  const recorded = {
    ...(score === null ? {} : { score }),
    ...('qid' in value ? { group: String(value['qid']) } : {}),
    ...without(value, 'query', 'docs', 'answer', 'golds'),
  };
  const losses: Loss[] = documents.length > 0 ? [QUERY_GUESSED] : [];
  if (documents.some(({ text }) => text === null)) losses.push(NO_TEXTS);
  return withLosses(fieldsRead(record, file, { traced, golds: goldsOf(value['golds']), recorded }), losses);
});
