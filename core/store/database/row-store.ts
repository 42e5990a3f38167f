import type {
  CachePlace,
  ColumnInfo,
  ColumnValues,
  Filter,
  GroupsPage,
  GroupsParams,
  PageParams,
  SqlParams,
  SqlResult,
  StorePage,
  StoreSummary,
  ValuesParams,
} from '../../protocol/store';
import type { RowBatch, StretchFault } from '../ingest/batch';

/** A file of a set as the cache knows it. */
export interface KnownFile {
  /** Its number in the set, which rows name it by. Numbers follow the natural order of the paths at the first listing. */
  readonly number: number;
  readonly path: string;
  /** What ids call it. */
  readonly name: string;
  /** Bytes, milliseconds and inode when it was read last. */
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
  /** Digest of its first bytes: a file of the same name with other bytes is another file. */
  readonly head: string;
  /** Byte up to which its rows are in, and the records and lines before it. */
  readonly reached: number;
  readonly records: number;
  readonly lines: number;
  /** Whether everything it held at that size is in. */
  readonly complete: boolean;
  /** Records that cannot be read, and the first of them. */
  readonly broken: number;
  readonly faults: readonly StretchFault[];
  readonly container: string;
  readonly dialect: string;
}

/** Where the rollouts of a set are: rows, in the order of the files, for a search through their texts. */
export interface RowPlace {
  readonly row: number;
  readonly file: number;
  readonly index: number;
  readonly sample: number;
  readonly byteStart: number;
  readonly byteEnd: number;
}

/**
 * The table of one set. One process writes it; everything here runs in that process, over connections of its own, so
 * that pages are answered while rows are added. Reads see what was committed. All methods reject with the signal's reason.
 * A change that fails (`ChangeFailed`) takes back all since the last commit. Where it is the disk that takes no more, rows
 * go to memory from then on (`StoreMoved`), beside those on the disk, and can be added again from where {@link files} say.
 */
export interface RowStore {
  readonly place: CachePlace;
  /** Rises with every commit. */
  readonly generation: number;
  readonly rows: number;
  /** The columns there are: those of the registry, and those that files brought (`recorded.…`). */
  readonly columns: readonly ColumnInfo[];
  /**
   * Why no row can be added any more (memory is full) and what to do, as sentences; null while they can. From then on
   * changes fail with `StoreStopped`, and all that was seen is answered for.
   */
  readonly stopped: string | null;
  files(): Promise<readonly KnownFile[]>;

  /** Adds rows of a file, not yet to be seen; `base` is what came before them in it. */
  append(
    file: number,
    base: { readonly record: number; readonly line: number },
    batch: RowBatch,
  ): Promise<void>;
  /** Makes what was appended be seen, together with how far its files are. Atomic: a process that dies loses neither or both. */
  commit(files: readonly KnownFile[]): Promise<void>;
  /** Takes out the rows of files that are no more, or are read anew. Part of the next commit. */
  forget(files: readonly number[]): Promise<void>;
  /** Takes out the rows of a file from a record on, which is read anew from there. Part of the next commit. */
  forgetFrom(file: number, record: number): Promise<void>;

  page(params: PageParams, signal?: AbortSignal): Promise<StorePage>;
  locate(
    params: {
      readonly snapshot: string;
      readonly file: number;
      readonly index: number;
      readonly sample: number;
    },
    signal?: AbortSignal,
  ): Promise<number | null>;
  values(params: ValuesParams, signal?: AbortSignal): Promise<ColumnValues>;
  groups(params: GroupsParams, signal?: AbortSignal): Promise<GroupsPage>;
  summary(signal?: AbortSignal): Promise<StoreSummary>;
  sql(params: SqlParams, signal?: AbortSignal): Promise<SqlResult>;

  /** Rows that pass a filter, in order of file and byte, some thousand at a time. */
  places(filter: Filter | null, signal?: AbortSignal): AsyncIterable<readonly RowPlace[]>;
  /** Makes a search that {@link Filter} can name, and adds to what it found. */
  beginSearch(): Promise<number>;
  addFound(search: number, rows: readonly number[]): Promise<void>;

  close(): Promise<void>;
}
