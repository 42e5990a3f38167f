import type { StepSource } from '../../core/protocol/rewards';
import { RewardColumns, type RewardChunk } from './columns';

/** What is known of a file beyond its columns, so far. */
export interface RewardFacts {
  /** Bytes read. */
  readonly bytes: number;
  /** Whether the file holds rollouts at all. */
  readonly holds: boolean;
  readonly stepFrom: Exclude<StepSource, 'file-order'> | null;
  /** Step of each broken record: that of the rollout before it; NaN where there is none. */
  readonly broken: Float64Array;
  readonly profiles: readonly string[];
  /** Rollouts without a recomputed reward, by reason. */
  readonly unscored: ReadonlyMap<string, number>;
}

/** The rewards of one file, which grow while it is read. */
export class FileRewards {
  readonly columns = new RewardColumns();
  facts: RewardFacts = {
    bytes: 0,
    holds: false,
    stepFrom: null,
    broken: new Float64Array(),
    profiles: [],
    unscored: new Map(),
  };

  constructor(readonly uri: string) {}

  /** What it takes in memory, roughly. */
  get bytes(): number {
    return 1_024 + this.columns.bytes + this.facts.broken.byteLength;
  }

  take(chunk: RewardChunk, facts: RewardFacts): void {
    this.columns.addAll(chunk);
    this.facts = facts;
  }
}
