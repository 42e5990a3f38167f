import { lastBox } from '../../trace/boxed';
import { headOf, insideOf } from '../places';
import type { Rule, RuleContext, Sighting } from '../rule';
import { quote } from '../words';

const COMMAND = /\\(?:text|textbf|textit|mathrm|mathbf|mbox|operatorname|frac|left|right)\b/;

/** Answers without a box, or with LaTeX in it, where the reward reads the answer from one. */
export const boxedAnswer: Rule = {
  id: 'boxed-answer',
  title: 'Box of the answer',
  severity: 'warning',
  explanation:
    'The reward reads the answer from `\\boxed{…}`. Without a box it is 0; LaTeX commands in the box are not stripped ' +
    'and cost F1: `\\boxed{\\text{Melka River}}` earns 0.5 where `\\boxed{Melka River}` earns 1.',
  check(context, report) {
    const { rollout, dialect } = context;
    if (dialect.box === undefined) return;
    const inTurn = dialect.box === 'last-turn';
    const place = inTurn ? lastTurn(context) : answerElement(context);
    if (place === null) return;
    const box = lastBox(rollout.text, place.start, place.end);
    const range = headOf(rollout.text, place);
    if (box === null) {
      const what = inTurn ? 'the last turn' : 'the answer';
      report({
        start: range.start,
        end: range.end,
        turn: place.turn,
        message: `no \`\\boxed{…}\` stands in ${what}: the reward is 0`,
      });
      return;
    }
    const content = rollout.text.slice(box.start, box.end);
    const command = COMMAND.exec(content)?.[0];
    if (command === undefined) return;
    const message = `\`${command}\` stands in the box and counts as a word: ${quote(content)}`;
    report({ start: range.start, end: range.end, turn: place.turn, message });
  },
};

type Place = Omit<Sighting, 'message'>;

/** The inside of the last answer element. */
function answerElement({ rollout, dialect }: RuleContext): Place | null {
  const answer = rollout.segments.findLast(
    ({ kind, by, closed }) => kind === 'answer' && by === 'policy' && closed,
  );
  if (!answer || insideOf(rollout.text, answer, dialect) === '') return null;
  return { start: answer.start, end: answer.end, turn: rollout.turns.length - 1 };
}

/** The last turn, where it calls nothing: it has to hold the answer. */
function lastTurn({ rollout, evidence }: RuleContext): Place | null {
  const turn = rollout.turns.at(-1);
  if (!turn || turn.searches.length > 0) return null;
  return {
    start: turn.start,
    end: Math.min(turn.end, evidence.layout.contentEnd),
    turn: rollout.turns.length - 1,
  };
}
