import type { ColumnKind } from '../../protocol/store';
import type { FileFacts } from './job';

/** Values of one column for the rows of a batch. Numbers and flags (0 and 1) are NaN where unknown, others null. */
export type BatchColumn =
  | { readonly kind: 'integer' | 'number' | 'flag'; readonly values: Float64Array }
  | { readonly kind: 'text'; readonly values: readonly (string | null)[] }
  /** Texts of a list, joined by {@link LIST_SEPARATOR} with one in front and behind; null for an empty list. */
  | { readonly kind: 'list'; readonly values: readonly (string | null)[] };

/** Stands around the texts of a list: U+001F, the unit separator, which is taken out of the texts. */
export const LIST_SEPARATOR = '\u001f';

/** A value that files hold and no column of ours is for: `recorded.<key>`. */
export interface RecordedColumn {
  readonly key: string;
  readonly kind: Extract<ColumnKind, 'number' | 'text' | 'flag'>;
  readonly column: BatchColumn;
}

/** Rows of one stretch of one file, column by column, as a worker sends them. */
export interface RowBatch {
  readonly rows: number;
  /**
   * Record number, sample, byte range and line of each row. Record numbers and lines count from the beginning of the
   * stretch: whoever puts the stretches of a file together adds what came before.
   */
  readonly index: Float64Array;
  readonly sample: Float64Array;
  readonly byteStart: Float64Array;
  readonly byteEnd: Float64Array;
  readonly line: Float64Array;
  /** By column id. */
  readonly columns: Readonly<Record<string, BatchColumn>>;
  readonly recorded: readonly RecordedColumn[];
  /** How far the stretch is behind these rows: a batch ends where a record does. */
  readonly end: StretchPlace;
  /**
   * True where the rows are those of a last record without a line end, which may be the beginning of a longer one.
   * They are the last batch of their stretch, and {@link end} stands before them.
   */
  readonly open: boolean;
  /** Records that cannot be read since the last batch, and the first of them; {@link StretchEnd} has them too. */
  readonly broken: number;
  readonly faults: readonly StretchFault[];
}

/** A place between two records: records and lines from the beginning of the stretch to it. */
export interface StretchPlace {
  readonly byte: number;
  readonly records: number;
  readonly lines: number;
}

/** What a stretch brought beside its rows. */
export interface StretchEnd {
  /** Records and lines in the stretch, those that cannot be read included; {@link open} is not. */
  readonly records: number;
  readonly lines: number;
  /** Byte behind the last whole record: where a file that grows is read on. */
  readonly reached: number;
  /** Records that cannot be read: byte and what is wrong, the first {@link MOST_FAULTS} of them. */
  readonly broken: number;
  readonly faults: readonly StretchFault[];
  /**
   * What stands behind {@link reached} without a line end, at the end of a file of lines; null elsewhere. It is in none of
   * the counts. Where more is written to the file, it has to be read again from `reached`.
   */
  readonly open: OpenRecord | null;
  /** What the file was taken for. */
  readonly file: FileFacts;
}

export interface StretchFault {
  readonly byte: number;
  readonly message: string;
}

/** The most faults of a stretch that are told; the others are counted. */
export const MOST_FAULTS = 20;

/** A last record without a line end. */
export interface OpenRecord {
  readonly byteEnd: number;
  /** Rows that it made, in a batch of their own; 0 where it is torn. */
  readonly rows: number;
  /** What is wrong with it, where it is torn or broken; null where it is whole. */
  readonly fault: StretchFault | null;
}
