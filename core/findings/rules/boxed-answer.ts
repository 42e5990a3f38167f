import { headOf, insideOf, tailOf } from '../places';
import type { Rule, RuleContext, Sighting } from '../rule';
import { quote } from '../words';

const BOX = /\\(?:boxed|fbox|box)\b/;
const COMMAND = /\\(?:text|textbf|textit|mathrm|mathbf|mbox|operatorname|frac|left|right)\b/;

/** Answers of ReSearch and ReCall without a box, or with LaTeX in it. */
export const boxedAnswer: Rule = {
  id: 'boxed-answer',
  title: 'Box of the answer',
  severity: 'warning',
  explanation:
    'The reward reads the answer from `\\boxed{…}`. Without a box it is 0; LaTeX commands in the box are not stripped ' +
    'and cost F1: `\\boxed{\\text{Melka River}}` earns 0.5 where `\\boxed{Melka River}` earns 1.',
  dialects: ['research', 'recall'],
  *check(context) {
    const { rollout, dialect } = context;
    const place = dialect.id === 'recall' ? lastTurn(context) : answerElement(context);
    if (place === null) return;
    const content = rollout.text.slice(place.start, place.end);
    const box = content.search(BOX);
    const range = headOf(rollout.text, place);
    if (box < 0) {
      const what = dialect.id === 'recall' ? 'the last turn' : 'the answer';
      yield { ...range, turn: place.turn, message: `no \`\\boxed{…}\` stands in ${what}: the reward is 0` };
      return;
    }
    const last = lastBox(content);
    const command = COMMAND.exec(last)?.[0];
    if (command === undefined) return;
    const message = `\`${command}\` stands in the box and counts as a word: ${quote(last)}`;
    yield { ...range, turn: place.turn, message };
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
  const { turns, text } = rollout;
  const turn = turns.at(-1);
  if (!turn || turn.searches.length > 0) return null;
  const end = Math.min(turn.end, evidence.layout.contentEnd);
  if (BOX.test(text.slice(turn.start, end))) return { start: turn.start, end, turn: turns.length - 1 };
  return { ...tailOf(text, end), turn: turns.length - 1 };
}

/** What stands in the last box, its own braces left out; to the end where it is open. */
function lastBox(content: string): string {
  const at = Math.max(...['\\boxed', '\\fbox', '\\box'].map((name) => content.lastIndexOf(name)));
  const open = content.indexOf('{', at);
  if (open < 0) return '';
  let depth = 0;
  for (let index = open; index < content.length; index++) {
    if (content[index] === '{') depth++;
    else if (content[index] === '}' && --depth === 0) return content.slice(open + 1, index);
  }
  return content.slice(open + 1);
}
