import { quote, quoteSome } from '../../findings/words';
import { normaliseN1 } from '../normalise';
import { type Component, type Measure, NO_GOLDS, type RewardContext } from '../component';

/** `em_check` over the extracted answer (Search-R1, `verl/utils/reward_score/qa_em.py`). */
export const exactMatchComponent: Component = {
  name: 'exact-match',
  title: 'Exact match',
  explanation:
    '1 where the extracted answer equals a gold once both are normalised (lower case, without punctuation and ' +
    'articles), else 0.',
  value: ({ correct }) => (correct === null ? null : Number(correct)),
  measure(context): Measure {
    const { answer, correct } = context;
    if (correct === null) return { value: null, reason: NO_GOLDS };
    const value = correct ? 1 : 0;
    if (answer === null) return { value, reason: context.answerSaid };
    const { start, end } = answer;
    const reason = `${context.answerSaid}; ${comparedSaid(context, answer.text)}`;
    return { value, reason, range: { start, end } };
  },
};

function comparedSaid({ rollout: { golds }, correct }: RewardContext, answer: string): string {
  if (!correct)
    return `it is ${golds.length === 1 ? 'not the gold' : 'none of the golds'} ${quoteSome(golds)}`;
  const wanted = normaliseN1(answer);
  const gold = golds.find((each) => normaliseN1(each) === wanted) ?? '';
  return gold === answer
    ? `it is the gold ${quote(gold)}`
    : `it equals the gold ${quote(gold)}, both normalised to ${quote(wanted)}`;
}
