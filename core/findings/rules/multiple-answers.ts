import { insideOf, turnAt } from '../places';
import type { Rule } from '../rule';
import { count, quote, quoteSome } from '../words';

/** More than one closed answer by the policy. */
export const multipleAnswers: Rule = {
  id: 'multiple-answers',
  title: 'Several answers',
  severity: 'warning',
  explanation:
    'The policy answers more than once. One of the answers is scored and the others are not, so a guess can be ' +
    'reinforced together with a right answer; some rewards punish it.',
  check({ rollout, dialect }, report) {
    const { text, answer } = rollout;
    const answers = rollout.segments.filter(
      ({ kind, by, closed }) => kind === 'answer' && by === 'policy' && closed,
    );
    const second = answers[1];
    if (second === undefined) return;
    // Where sentences stand between other tokens, they are pieces of one answer.
    if (answers.every(({ start, end }) => answer !== null && start >= answer.start && end <= answer.end))
      return;
    const contents = answers.map((segment) => insideOf(text, segment, dialect));
    const scored = answers.findIndex(
      ({ start, end }) => answer !== null && answer.start >= start && answer.end <= end,
    );
    const which = scored < 0 ? answers.length - 1 : scored;
    const counts = `answer ${which + 1} counts, ${quote(contents[which] ?? '')}`;
    report({
      start: second.start,
      end: second.end,
      turn: turnAt(rollout, second.start),
      message: `gives ${count(answers.length, 'answer')}: ${quoteSome(contents, 4)}; ${counts}`,
    });
  },
};
