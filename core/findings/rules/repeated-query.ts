import { normaliseN1 } from '../../reward/normalise';
import type { Query } from '../../trace/model';
import { isLookup } from '../../trace/react/actions';
import type { Rule, UncheckedRollout } from '../rule';
import { Causes } from '../causes';
import { isArguments } from '../tool-result';
import { count, quote, turnName } from '../words';

/** Queries that equal an earlier one of the rollout after normalisation (N1), in the same mode: each query once. */
export const repeatedQuery: Rule = {
  id: 'repeated-query',
  title: 'Repeated query',
  severity: 'warning',
  explanation:
    'The same query was asked before in this rollout, up to case, punctuation and articles. The same documents come ' +
    'back and a turn is spent.',
  check({ rollout }, report) {
    const repeats = new Causes();
    const asked = new Map<string, { readonly query: Query; readonly turn: number }>();
    for (const [turn, { queries }] of rollout.turns.entries()) {
      for (const query of queries) {
        const normal = normaliseN1(query.text);
        // A lookup brings the next sentence with its keyword, so asking again is how one reads on.
        if (normal === '' || isLookup(query.operator)) continue;
        const key = `${query.mode ?? ''}\n${normal}`;
        const first = asked.get(key);
        if (first === undefined || failed(rollout, first.turn, turn)) asked.set(key, { query, turn });
        else {
          const message = messageOf(query, turn, first);
          repeats.add(key, { start: query.start, end: query.end, turn, message });
        }
      }
    }
    repeats.tell((more) => `; asked ${count(more, 'more time')} after that`, report);
  },
};

/** Whether asking again is the sensible thing to do: the earlier turn failed. One that found nothing will again. */
function failed({ turns }: UncheckedRollout, earlier: number, now: number): boolean {
  const turn = turns[earlier];
  return (
    earlier !== now &&
    turn !== undefined &&
    turn.error !== null &&
    turn.nothingFound !== true &&
    turn.documents.length === 0
  );
}

function messageOf(
  query: Query,
  turn: number,
  first: { readonly query: Query; readonly turn: number },
): string {
  const what = isArguments(query.text) ? 'call' : 'query';
  const where = first.turn === turn ? `a ${what} of the same turn` : `the ${what} of ${turnName(first.turn)}`;
  const mode = query.mode === null ? '' : ` (${query.mode})`;
  return first.query.text === query.text
    ? `repeats ${where}${mode}: ${quote(query.text)}`
    : `repeats ${where}${mode}: ${quote(query.text)} is ${quote(first.query.text)} but for case, punctuation or articles`;
}
