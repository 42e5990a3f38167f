import type { OpenOptions } from '../../rollouts/rollout-file';
import type { RowBatch, StretchEnd } from '../ingest/batch';
import type { FileFacts, StretchJob, TextSearch } from '../ingest/job';
import type { SmallFile } from '../ingest/small-files';
import type { SearchEnd } from '../ingest/messages';

/** Takes a batch; the reader goes on once it resolves. */
export type TakeBatch = (batch: RowBatch) => Promise<void>;

/** Those who read files: worker threads, in the store's process. */
export interface Readers {
  /** How many stretches are read at a time. */
  readonly size: number;
  /** Rejects where the file cannot be read, with a sentence. */
  facts(path: string, options: OpenOptions, signal: AbortSignal): Promise<FileFacts>;
  /** Rejects likewise, and with the signal's reason. */
  read(job: StretchJob, take: TakeBatch, signal: AbortSignal): Promise<StretchEnd>;
  /** Reads small files whole, in their order. Rejects where a thread died over them, and with the signal's reason. */
  readSmall(jobs: readonly StretchJob[], signal: AbortSignal): Promise<readonly SmallFile[]>;
  /** Lets go of files that were read. */
  closeFiles(): void;
}

/** Those who look through texts: the same worker threads. */
export interface Searchers {
  readonly size: number;
  search(search: TextSearch, alive: (searched: number) => void, signal: AbortSignal): Promise<SearchEnd>;
}
