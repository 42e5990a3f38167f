import type { Container, Loss, Measured, RawRecord, RecordFault } from '../containers/container';
import type { FieldMap } from '../containers/fields/field-map';
import type { ParsedJson } from '../containers/json/tolerant';
import type { Dialect, Evidence } from '../trace/dialect';
import type { RecordPlace, Rollout } from '../trace/model';
import type { RuleFailure, Severities } from '../findings';

/** Something chosen, with the reason: detection's evidence, or that the user said so. */
export interface Choice<T> {
  readonly chosen: T;
  readonly evidence: Evidence;
  /** What else was thought of, best first. */
  readonly others: readonly { readonly id: string; readonly evidence: Evidence }[];
}

/** A turn to read a record that takes much memory, while others wait for theirs. */
export interface ReadingTurn {
  /** The record was parsed: its bytes, text and values are needed no longer. */
  parsed(): void;
  /** It was worked with. */
  end(): void;
}

/** Waits for a turn. */
export type TakeTurn = (signal?: AbortSignal) => Promise<ReadingTurn>;

/** How to open a file; what is left out is detected. */
export interface OpenOptions {
  /** What ids call the file; its base name when left out. */
  readonly name?: string;
  readonly container?: string;
  /** Which field of a record is what: the container is `mapped` then. */
  readonly fields?: FieldMap;
  readonly dialect?: string;
  readonly severities?: Severities;
  /** False leaves findings empty, for readers that only want the structure. */
  readonly findings?: boolean;
  /** Bytes of the longest record that is read; `LONGEST_RECORD` when left out. */
  readonly longest?: number;
  /** True makes entries of records that are longer, from their sketches ({@link Entry.sketched}); else they are faults. */
  readonly sketches?: boolean;
  /** Whether a small file may be read without giving way: for threads that do nothing else meanwhile. */
  readonly atOnce?: boolean;
  /** Waited for before a record of some megabytes is read whole. Rejects with the signal's reason. */
  readonly turn?: TakeTurn;
  /** Told of each rule that threw over a rollout. Left out, the failure becomes a fault beside the rollouts. */
  readonly onRuleFailure?: (failure: RuleFailure) => void;
  readonly signal?: AbortSignal;
}

/** What one record of a file turned out to be. */
export interface Entry {
  readonly place: RecordPlace;
  /** The record's text as it stands in the file, to map positions without reading it again. */
  readonly record: RawRecord;
  readonly rollouts: readonly Rollout[];
  readonly fault: RecordFault | null;
  readonly withoutText: string | null;
  /** What of the record was absent, guessed or cut; left out where nothing was. */
  readonly losses?: readonly Loss[];
  /** What a record of metrics says. */
  readonly measured?: Measured;
  /**
   * True where the record is too long to be read. There is one rollout then, for what is recorded beside the texts: these are
   * cut, and what stands in them says nothing of the record.
   */
  readonly sketched?: true;
  /**
   * True where others wait until it was worked with ({@link OpenOptions.turn}): it comes without the record's text, and its
   * rollouts are let go of when the next entry is asked for.
   */
  readonly inTurn?: true;
}

/** A file of rollouts, read by byte range: opening it reads its head, `entryAt` only what it must. */
export interface RolloutFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly container: Choice<Container>;
  readonly dialect: Choice<Dialect>;
  /** What of the file as a whole was absent, guessed or cut, as its container says. */
  readonly losses: readonly Loss[];
  /** Whether every line of the file itself is a record, so that stretches of it can be read without what is before them. */
  readonly divisible: boolean;
  /** Whether what is written at the end of the file changes its last record alone: a text or lines, not packed. */
  readonly appended: boolean;
  /** Whether the text of records is made (a row of a table as JSON) and does not stand at their places in the file. */
  readonly made: boolean;
  /** All entries from record `from` on, in order; none where it is known that no record is of use (`none`, `raw`). */
  entries(from?: number, signal?: AbortSignal): AsyncIterable<Entry>;
  /**
   * The entries of a divisible file between two bytes at which lines begin (or the file ends). Their numbers and lines
   * count from `from`. Nothing is remembered of them.
   */
  entriesBetween(from: number, to: number, signal?: AbortSignal): AsyncIterable<Entry>;
  /** Bytes of the file, or of the text inside a packed one; fewer than `length` only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** One record, found through the line index built so far; null past the end. */
  entryAt(index: number, signal?: AbortSignal): Promise<Entry | null>;
  /** The text of one record as it stands in the file, to map positions; null past the end. */
  recordAt(index: number, signal?: AbortSignal): Promise<RawRecord | null>;
  /** Where a record stands, without reading it; null past the end. */
  placeAt(index: number, signal?: AbortSignal): Promise<RecordPlace | null>;
  /** The JSON value of a record of this file, or what is wrong with it; null where records are plain text. */
  valueOf(record: RawRecord): ParsedJson | null;
  /** Number of the record that covers a line (from 0) of the file; null where none does. */
  recordAtLine(line: number, signal?: AbortSignal): Promise<number | null>;
  /** Places of all records, in order: reads the file to its end once, parses nothing. */
  places(signal?: AbortSignal): Promise<readonly RecordPlace[]>;
  close(): Promise<void>;
}
