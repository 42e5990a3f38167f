import { tokenF1 } from '../../reward/answer-match';
import { normaliseN1 } from '../../reward/normalise';
import { goldInNormal } from '../containment';
import { turnAt } from '../places';
import type { Rule, RuleContext } from '../rule';
import { saidLater } from '../said-later';
import { quote, turnName } from '../words';

/** A document contains a gold and the answer equals none. Quiet where the file records the answer as right. */
export const goldRetrievedAnswerWrong: Rule = {
  id: 'gold-retrieved-answer-wrong',
  title: 'Gold retrieved, answer wrong',
  severity: 'information',
  explanation:
    'A retrieved document contains a gold answer and the policy answered something else: the failure lies in reading, ' +
    'or in how the answer is worded.',
  check({ rollout, evidence }, report) {
    const { answer } = rollout;
    const place = evidence.gold;
    if (answer === null || place === null || evidence.correct !== false) return;
    if (evidence.judgedRight === true) return;
    const passage = evidence.passages.find(
      ({ turn, document }) => turn === place.turn && document === place.document,
    );
    const gold = evidence.needles.find((needle) => passage?.holds(needle))?.raw;
    if (gold === undefined) return;
    report(
      saidLater(
        answer,
        turnAt(rollout, answer.start),
        () =>
          `answers ${quote(answer.text)} although document ${place.document + 1} of ${turnName(place.turn)} contains ` +
          `the gold ${quote(gold)}${remarkOn(rollout, gold, evidence)}`,
      ),
    );
  },
};

/** What makes the finding weaker: answer and gold share words, or the question names the gold anyway. */
function remarkOn(
  { answer, question }: RuleContext['rollout'],
  gold: string,
  { searchableGolds }: RuleContext['evidence'],
): string {
  if (goldInNormal(searchableGolds, normaliseN1(answer?.text ?? '')) !== null) {
    return '; the answer contains it among other words, which exact match does not accept';
  }
  const f1 = tokenF1(answer?.text ?? '', searchableGolds);
  if (f1 > 0) return `; token F1 is ${f1.toFixed(2)}, so it may be the wording alone`;
  const named = question !== null && goldInNormal([gold], normaliseN1(question)) !== null;
  return named ? '; the question names it too, so the document may say little' : '';
}
