import { countWhile } from '../../halving';
import type { TimedRollout, TimedStep } from './times';

/**
 * The turn of each search in order, where a file keeps a time for each; null where there are not as many of them, so
 * that nobody can say which time is whose.
 */
export function turnsOfSearches({ turns }: Pick<TimedRollout, 'turns'>, count: number): number[] | null {
  for (const which of ['searches', 'queries'] as const) {
    const found = turns.flatMap((turn, index) => turn[which].map(() => index));
    if (found.length === count) return found;
  }
  return null;
}

/** The turn that a model call made, given how many calls there were: each turn is one call, or nobody can say. */
export function turnOfCall(
  { turns }: Pick<TimedRollout, 'turns'>,
  call: number,
  calls: number,
): number | null {
  return calls === turns.length ? call : null;
}

/** What a model call wrote: the last one the answer, where the rollout has one; the others thoughts and queries. */
export function kindOfCall(
  { answer }: Pick<TimedRollout, 'answer'>,
  call: number,
  calls: number,
): TimedStep['kind'] {
  return answer !== null && call === calls - 1 ? 'answer' : 'think';
}

/** The turn that an offset of the own text stands in; null before the first. */
export function turnAt({ turns }: Pick<TimedRollout, 'turns'>, offset: number): number | null {
  const at = countWhile(turns, ({ start }) => start <= offset) - 1;
  return at < 0 ? null : at;
}
