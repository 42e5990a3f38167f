import { actionOf } from '../places';
import type { Rule } from '../rule';

/** A message that both searches and answers, in systems that then search. */
export const searchAndAnswer: Rule = {
  id: 'search-and-answer',
  title: 'Search and answer in one message',
  severity: 'warning',
  explanation:
    'A message holds a search and an answer. The search is run and the rollout goes on, so the answer beside it is not ' +
    'the final one; rewards for the format give nothing to such a message.',
  dialects: ['rezero', 'verl-search', 'recall', 'webdancer'],
  check({ rollout, dialect }, report) {
    const answers = rollout.segments.filter(
      ({ kind, by, closed }) => kind === 'answer' && by === 'policy' && closed,
    );
    let next = 0;
    for (const [index, turn] of rollout.turns.entries()) {
      while ((answers[next]?.start ?? Infinity) < turn.start) next++;
      const answer = answers[next];
      const [search] = turn.searches;
      if (search === undefined || answer === undefined || answer.start >= turn.end) continue;
      const action = actionOf(dialect);
      const last = index === rollout.turns.length - 1 && turn.observation === null;
      const then = last
        ? `the ${action} counts and the rollout has no final answer`
        : `the ${action} was run`;
      const zero = dialect.id === 'rezero' ? ', and the format reward for such a message is 0' : '';
      report({
        start: answer.start,
        end: answer.end,
        turn: index,
        message: `this answer stands in a message with a ${action}: ${then}${zero}`,
      });
    }
  },
};
