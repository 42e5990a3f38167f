import type { OpenOptions } from '../../rollouts/rollout-file';
import type { RowBatch, StretchEnd } from '../ingest/batch';
import type { FileFacts, StretchJob } from '../ingest/job';
import type { RowPlace } from '../database/row-store';

/** Takes a batch; the reader goes on once it resolves. */
export type TakeBatch = (batch: RowBatch) => Promise<void>;

/** Those who read files: worker threads, in the store's process. */
export interface Readers {
  /** How many stretches are read at a time. */
  readonly hands: number;
  /** Rejects where the file cannot be read, with a sentence. */
  facts(path: string, name: string, options: OpenOptions, signal: AbortSignal): Promise<FileFacts>;
  /** Rejects likewise, and with the signal's reason. */
  read(job: StretchJob, take: TakeBatch, signal: AbortSignal): Promise<StretchEnd>;
}

/** What to look for, and in which rollouts of one file. */
export interface SearchJob {
  readonly path: string;
  readonly options: OpenOptions;
  readonly places: readonly RowPlace[];
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** Those who look through texts: the same worker threads. */
export interface Searchers {
  readonly hands: number;
  /** The rows whose own text holds what is looked for. */
  search(job: SearchJob, signal: AbortSignal): Promise<readonly number[]>;
}
