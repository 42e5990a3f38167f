import type { Segment } from '../../trace/model';
import { actionOf, turnAt } from '../places';
import type { Rule, RuleContext, UncheckedRollout } from '../rule';
import { quote } from '../words';

/** Turns in which the environment found no action and said so: its notice, or an error without any search. */
export const invalidAction: Rule = {
  id: 'invalid-action',
  title: 'Invalid action',
  severity: 'warning',
  explanation:
    'The turn holds neither a complete search nor a complete answer, so the environment told the policy to try again. ' +
    'The turn is spent, and in Search-R1 the notice itself can be taken for an answer.',
  check(context, report) {
    const { rollout, evidence } = context;
    const actions = (rollout.marks ?? []).filter(({ kind }) => kind === 'action');
    const named = new Set(actions.map(({ start }) => turnAt(rollout, start)));
    for (const segment of rollout.segments) {
      if (segment.kind !== 'notice' || segment.by !== 'environment') continue;
      const turn = turnAt(rollout, segment.start);
      // What the dialect marks as an action that nobody knows is another rule's to say.
      if (turn !== null && named.has(turn)) continue;
      const message = `the environment found no valid action${because(context, turn, segment)} and said: ${said(rollout, segment)}`;
      report({ start: segment.start, end: segment.end, turn, message });
    }
    for (const [index, turn] of rollout.turns.entries()) {
      if (turn.error === null || turn.searches.length > 0 || evidence.layout.hasNotice(index)) continue;
      const message = `the environment answered with an error: ${quote(turn.error)}`;
      report({ start: turn.start, end: turn.end, turn: index, message });
    }
  },
};

function said({ text }: UncheckedRollout, { start, end }: Segment): string {
  return quote(text.slice(start, end), 60);
}

/** Why, as far as the turn's own text shows it. */
function because({ rollout, dialect, evidence }: RuleContext, index: number | null, notice: Segment): string {
  const { turns, text } = rollout;
  const start = (index === null ? undefined : turns[index])?.start ?? notice.start;
  const loose = index === null ? null : evidence.layout.looseAction(index);
  if (loose && loose.start < notice.start) return ` (\`${loose.tag ?? ''}\` stands alone)`;
  return text.slice(start, notice.start).trim() === ''
    ? ' (the turn is empty)'
    : ` (neither ${actionOf(dialect)} nor answer)`;
}
