import type { RolloutGraph } from '../../../core/graph/rollout/model';
import { counted } from '../../base/words';

/** `2 queries brought 6 documents, 3 of them with a gold. The answer is right.` */
export function summaryOf({ nodes, leftOut }: RolloutGraph): string {
  const queries = nodes.filter(({ kind }) => kind === 'query').length + (leftOut?.queries ?? 0);
  const documents = nodes.flatMap((node) => (node.kind === 'document' ? [node] : []));
  const all = documents.length + (leftOut?.documents ?? 0);
  const gold = documents.filter((document) => document.gold).length;
  const answer = nodes.find((node) => node.kind === 'answer');
  const brought =
    queries === 0
      ? 'No query'
      : `${counted(queries, 'query', 'queries')} brought ${all === 0 ? 'no document' : counted(all, 'document', 'documents')}`;
  const golds = gold === 0 ? (all === 0 ? '' : ', none with a gold') : `, ${gold} with a gold`;
  return `${brought}${golds}. ${answerWords(answer?.text ?? null, answer?.correct ?? null)}`;
}

function answerWords(text: string | null, correct: boolean | null): string {
  if (text === null) return 'There is no answer.';
  if (correct === null) return 'Nothing says whether the answer is right.';
  return `The answer is ${correct ? 'right' : 'wrong'}.`;
}
