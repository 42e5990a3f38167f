import type { Rollout } from '../trace/model';
import type { ComponentScore } from './component-score';
import type { Score } from './score';

/** One rollout as `tracehop score --ndjson` prints it (docs/schema/score.schema.json). */
export interface PublishedScore {
  readonly id: string;
  /** Null where no profile is known for the rollout's dialect. */
  readonly profile: string | null;
  readonly total: number | null;
  /** Why there is no total; left out where there is one. */
  readonly reason?: string;
  readonly components: readonly Omit<ComponentScore, 'range'>[];
  readonly answer: string | null;
  readonly em: number | null;
  readonly f1: number | null;
}

/** The published form of one rollout's score. */
export function publishScore({ id }: Rollout, score: Score): PublishedScore {
  const { profile, total, reason, components, answer, em, f1 } = score;
  return {
    id,
    profile,
    total,
    ...(reason === null ? {} : { reason }),
    components: components.map(({ name, value, weight, reason }) => ({ name, value, weight, reason })),
    answer,
    em,
    f1,
  };
}
