import type { RolloutSummary } from '../../core/protocol/server';

/** How a rollout ended, as far as its file says so. */
export type Outcome = 'right' | 'wrong' | 'unknown';

/**
 * The recorded score counts, and exact match where there is none. A score between 0 and 1 says neither, unless the
 * answer equals a gold; neither does a rollout that scored nothing although its answer does.
 */
export function outcomeOf({ score, correct }: Pick<RolloutSummary, 'score' | 'correct'>): Outcome {
  if (score === null) return correct === null ? 'unknown' : correct ? 'right' : 'wrong';
  if (score >= 1) return 'right';
  if (score > 0) return correct ? 'right' : 'unknown';
  return correct ? 'unknown' : 'wrong';
}
