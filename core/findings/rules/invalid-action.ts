import type { Segment, Turn } from '../../trace/model';
import { turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';
import { quote } from '../words';

/** Turns in which the environment found no action and said so: its notice, or an error without any search. */
export const invalidAction: Rule = {
  id: 'invalid-action',
  title: 'Invalid action',
  severity: 'warning',
  explanation:
    'The turn holds neither a complete search nor a complete answer, so the environment told the policy to try again. ' +
    'The turn is spent, and in Search-R1 the notice itself can be taken for an answer.',
  *check({ rollout }) {
    for (const segment of rollout.segments) {
      if (segment.kind !== 'notice' || segment.by !== 'environment') continue;
      const turn = turnAt(rollout, segment.start);
      const message = `the environment found no valid action${because(rollout, turn, segment)} and said: ${said(rollout, segment)}`;
      yield { start: segment.start, end: segment.end, turn, message };
    }
    for (const [index, turn] of rollout.turns.entries()) {
      if (turn.error === null || turn.searches.length > 0 || hasNotice(rollout, turn)) continue;
      const message = `the environment answered with an error: ${quote(turn.error)}`;
      yield { start: turn.start, end: turn.end, turn: index, message };
    }
  },
};

function said({ text }: UncheckedRollout, { start, end }: Segment): string {
  return quote(text.slice(start, end), 60);
}

function hasNotice({ segments }: UncheckedRollout, turn: Turn): boolean {
  return segments.some(({ kind, start }) => kind === 'notice' && start >= turn.start && start < turn.end);
}

/** Why, as far as the turn's own text shows it. */
function because(
  { anomalies, turns, text }: UncheckedRollout,
  index: number | null,
  notice: Segment,
): string {
  const start = (index === null ? undefined : turns[index])?.start ?? notice.start;
  const within = anomalies.filter((anomaly) => anomaly.start >= start && anomaly.start < notice.start);
  const tag = within.find(({ tag }) => tag !== null && /search|answer|query|call/.test(tag));
  if (tag) return ` (\`${tag.tag ?? ''}\` stands alone)`;
  return text.slice(start, notice.start).trim() === ''
    ? ' (the turn is empty)'
    : ' (neither search nor answer)';
}
