import { headOf } from '../places';
import type { Rule } from '../rule';

/** Paths of RQ-RAG with evidence that no query asked for, or evidence that no answer follows. */
export const refinementBlocks: Rule = {
  id: 'refinement-blocks',
  title: 'Block out of order',
  severity: 'warning',
  explanation:
    'Evidence stands without the query that brought it, or the text goes on after evidence without the token of a query ' +
    'or an answer. The tree search finds neither there and the path is scored for a placeholder.',
  dialects: ['rq-rag'],
  check({ rollout }, report) {
    const { text, turns, segments } = rollout;
    for (const [index, { searches, observation }] of turns.entries()) {
      if (observation === null || searches.length > 0) continue;
      report({
        ...headOf(text, observation),
        turn: index,
        message: 'evidence stands here without a query before it',
      });
    }
    let evidence = false;
    for (const segment of segments) {
      const { kind, by, start, end } = segment;
      if (text.slice(start, end).trim() === '') continue;
      if (evidence && kind === 'text' && by === 'policy' && turns.length > 0) {
        const message = 'text follows evidence without `[A_Response]` or the token of a query';
        report({ ...headOf(text, segment), turn: turns.length - 1, message });
      }
      evidence = kind === 'information';
    }
  },
};
