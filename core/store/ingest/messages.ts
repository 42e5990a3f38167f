import type { WireError } from '../../host/messages';
import type { OpenOptions } from '../../rollouts/rollout-file';
import type { RowBatch, StretchEnd, StretchPlace } from './batch';
import type { SmallFile } from './small-files';
import type { FileFacts, StretchJob, TextSearch } from './job';

/** What a worker is asked to do, one task after the other. */
export type Task =
  | { readonly kind: 'facts'; readonly path: string; readonly options: OpenOptions }
  | { readonly kind: 'stretch'; readonly job: StretchJob; readonly after: StretchPlace | null }
  /** Counts the records and lines of a stretch that could not be read, without parsing them. */
  | { readonly kind: 'count'; readonly job: StretchJob; readonly after: StretchPlace | null }
  | { readonly kind: 'small'; readonly jobs: readonly StretchJob[] }
  | { readonly kind: 'search'; readonly search: TextSearch };

/** What a task ends with. */
export interface TaskResults {
  readonly facts: FileFacts;
  readonly stretch: StretchEnd;
  readonly count: StretchPlace;
  readonly small: readonly SmallFile[];
  readonly search: SearchEnd;
}

/** How a search through some rollouts ended. */
export interface SearchEnd {
  /** Rows in whose text something was found, in the order of the places. */
  readonly rows: readonly number[];
  /** Rollouts that could not be read: the file changed since, or their records are too long. */
  readonly missing: number;
}

export type ToWorker =
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  | { readonly kind: 'cancel'; readonly id: number }
  /** A batch was taken in: another may come. */
  | { readonly kind: 'taken'; readonly id: number }
  /** It may read a long record now. */
  | { readonly kind: 'turn' }
  /** Lets go of the files that are open. */
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'batch'; readonly id: number; readonly batch: RowBatch }
  /** A search is still at work, and has looked at so many rollouts. */
  | { readonly kind: 'alive'; readonly id: number; readonly searched: number }
  /** It wants to read a record that takes much memory, which one thread does at a time; and it no longer has it. */
  | { readonly kind: 'long' }
  | { readonly kind: 'short' }
  | { readonly kind: 'done'; readonly id: number; readonly result: TaskResults[Task['kind']] }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError };

/** Batches of a task that are on their way and not taken in yet, at most. */
export const MOST_UNTAKEN = 2;
