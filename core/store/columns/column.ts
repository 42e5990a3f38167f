import type { Cell, ColumnInfo } from '../../protocol/store';
import type { Score } from '../../reward/score';
import type { Entry } from '../../rollouts/rollout-file';
import type { Rollout } from '../../trace/model';

/** What a row is made of. */
export interface RowSource {
  readonly rollout: Rollout;
  /** The record it was read from. */
  readonly entry: Entry;
  /** Step that the file's name says; null where it says none. */
  readonly namedStep: number | null;
  /** By the profile of its dialect; worked out when first asked for. */
  readonly score: () => Score;
}

/**
 * A column of the store: what is said of it, and its value for one rollout. A new one is an entry in a file of this
 * folder; the cache is built anew where the columns differ from those it was built with.
 */
export interface Column extends ColumnInfo {
  /** Null where it is unknown. Never throws. Linear in the length of the text. */
  readonly of: (source: RowSource) => Cell;
}
