import type { ColumnKind } from '../../protocol/store';

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
}

/** What a stretch brought beside its rows. */
export interface StretchEnd {
  /** Records and lines in the stretch. */
  readonly records: number;
  readonly lines: number;
  /** Byte behind the last whole record: where a file that grows is read on. */
  readonly reached: number;
  /** Records that cannot be read: byte and what is wrong, the first of them. */
  readonly broken: number;
  readonly faults: readonly { readonly byte: number; readonly message: string }[];
}
