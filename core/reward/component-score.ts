import type { Range } from '../trace/model';

/** What one component says of one rollout. */
export interface ComponentScore {
  readonly name: string;
  readonly value: number | null;
  readonly weight: number;
  readonly reason: string;
  /** What the reason speaks of, in UTF-16 offsets of the own text. */
  readonly range?: Range;
}
