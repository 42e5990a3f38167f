import type { OpenOptions } from '../../rollouts/rollout-file';

/** Which stretch of which file a worker is to read. All is plain data: it goes to a thread. */
export interface StretchJob {
  readonly path: string;
  /** What ids call the file. */
  readonly name: string;
  readonly options: OpenOptions;
  /** Id of a reward profile, or `auto`. */
  readonly profile: string;
  /** Ids of the columns that are wanted; all of the registry when left out. */
  readonly columns?: readonly string[];
  /**
   * Of a file of lines: the records that begin at or behind byte `from` and before byte `to` (null: to the end).
   * Of other files: the records from number `record` on, to the end.
   */
  readonly from: { readonly byte: number; readonly record: number; readonly line: number };
  readonly to: number | null;
}

/** What a file is: how it was opened, as far as the plan of reading needs it. */
export interface FileFacts {
  /** Bytes of the text inside: more than the file's where it is packed. */
  readonly size: number;
  /** Whether it can be read in stretches that know nothing of each other: plain lines, not packed. */
  readonly divisible: boolean;
  /** Whether what is written at its end changes its last record alone: a text or lines, not packed. */
  readonly appended: boolean;
  readonly container: string;
  readonly dialect: string;
  /** Why it holds no rollouts, as a clause; null where it does. */
  readonly without: string | null;
}

/** What is looked for in the own texts of some rollouts of a file. */
export interface TextSearch {
  readonly path: string;
  readonly options: OpenOptions;
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  /** The rollouts, in the order of the file. */
  readonly places: readonly SearchedPlace[];
}

/** A rollout that is searched. */
export interface SearchedPlace {
  /** Its row in the store, which comes back where it is found. */
  readonly row: number;
  readonly index: number;
  readonly sample: number;
  readonly byteStart: number;
  readonly byteEnd: number;
}
