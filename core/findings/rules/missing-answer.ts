import { actionOf, answerTag, headOf, tailOf } from '../places';
import { quote } from '../words';
import type { Rule, RuleContext, Sighting } from '../rule';

/** No answer by the policy, in a dialect that has an answer tag; says how the rollout ends instead. */
export const missingAnswer: Rule = {
  id: 'missing-answer',
  title: 'No answer',
  severity: 'error',
  explanation:
    'The policy never gives a complete answer, so there is nothing of its own to score. What the reward makes of ' +
    'that differs: nothing, a penalty, or an answer picked up elsewhere in the text.',
  check(context, report) {
    const { rollout, dialect } = context;
    const tag = answerTag(dialect);
    if (rollout.answer !== null || tag === null) return;
    const { turn, ending, ...range } = endingOf(context);
    // Chats with tools may answer in prose: where the tag is nowhere, nobody asked for it.
    const optional = actionOf(dialect) === 'call' && !rollout.text.includes(tag.open);
    const what = optional ? 'no answer' : `no \`${tag.open}…${tag.close ?? ''}\``;
    report({ start: range.start, end: range.end, turn, message: `${what} by the policy: ${ending}` });
  },
};

type Ending = Omit<Sighting, 'message'> & { readonly ending: string };

function endingOf({ rollout, dialect, evidence }: RuleContext): Ending {
  const { text, turns, segments } = rollout;
  const end = evidence.layout.contentEnd;
  const last = turns.length > 0 ? turns.length - 1 : null;
  const open = segments.findLast(
    (segment) => segment.kind === 'answer' && segment.by === 'policy' && !segment.closed,
  );
  if (open) {
    return { ...headOf(text, open), turn: last, ending: 'an answer is opened but not closed' };
  }
  const lastTurn = turns.at(-1);
  const search = lastTurn?.searches.at(-1);
  if (lastTurn && search?.end === end && lastTurn.observation === null && lastTurn.error === null) {
    const queries = lastTurn.queries.map(({ text: query }) => quote(query)).join(', ');
    const ending = `it ends with a ${actionOf(dialect)} that is no longer run, as at the turn limit: ${queries || 'empty'}`;
    return { ...search, turn: last, ending };
  }
  const final = segments.findLast((segment) => text.slice(segment.start, segment.end).trim() !== '');
  const ending = FINAL[final?.kind ?? 'text'] ?? 'it just ends';
  return {
    ...tailOf(text, end),
    turn: last,
    ending: final?.by === 'prompt' ? 'the response is empty' : ending,
  };
}

const FINAL: Partial<Record<string, string>> = {
  think: 'it ends inside or after a thought',
  information: 'it ends with what was retrieved',
  notice: 'it ends with the environment’s notice of an invalid action',
};
