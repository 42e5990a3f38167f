import type { RecordPlace, RolloutSource } from '../trace/model';
import type { Evidence } from '../trace/dialect';

import type { Framing } from './framing/framing';
import type { TextLayout } from './framing/text-layout';

/**
 * How a file is cut into records: one a line, the elements of a JSON value, stretches of plain text, or the rows of a
 * table or members of an archive, which are made into JSON.
 */
export type FramingId = 'lines' | 'json' | 'text' | 'rows';

/**
 * What the records of a file are. Only `rollouts` are counted, scored and checked. `records` stands for what nobody
 * recognised: it can be looked at as it is. Of the others it is said what they are.
 */
export type Holding = 'rollouts' | 'metrics' | 'corpus' | 'questions' | 'settings' | 'records' | 'nothing';

/** One record as it stands in the file. */
export interface RawRecord extends RecordPlace {
  /** Decoded text; invalid bytes are U+FFFD. */
  readonly text: string;
  /** Byte offset in the file of the first invalid UTF-8 byte, or null. */
  readonly invalidByte: number | null;
  /** The bytes as they stand in the file, where they are not UTF-8 and the text does not tell them. */
  readonly bytes?: Uint8Array;
  /** The key a record stands under, where the file is one object of records. */
  readonly key?: string;
  /** True for plain text that the file ends in: its last word may be cut. */
  readonly last?: boolean;
  /** True where the text was made from something else in the file (a row of a table): offsets in it are no places. */
  readonly made?: boolean;
}

/** The first records of a file, for detection. */
export interface FileSample {
  readonly name: string;
  readonly framing: FramingId;
  readonly records: readonly SampledRecord[];
  /** What the framing says of itself: `parquet`, `csv`, `arrow`, `inspect`; left out where it says nothing. */
  readonly format?: string;
}

/** A sampled record; `value` is the parsed JSON, undefined where the framing is `text` or the JSON is broken. */
export interface SampledRecord {
  readonly text: string;
  readonly value: unknown;
  /** True where both come from a sketch: the record is too long to be sampled. */
  readonly sketched?: true;
}

/** A record that cannot be read, or only in part. */
export interface RecordFault {
  /** What is wrong and what to do, in one sentence. */
  readonly message: string;
  /** Byte offset in the file. */
  readonly byte: number;
  /** True where the file ends in the middle of the record. */
  readonly torn?: boolean;
}

/** Something that a reader of the rollout should know of how it was read: what is not there, guessed, or cut. */
export interface Loss {
  readonly kind: 'absent' | 'guessed' | 'cut';
  /** A clause that is the same for all records it is true of, without the record's own values, to be counted. */
  readonly what: string;
}

/** The measured values of one step: what records of metrics hold. */
export interface Measured {
  readonly step: number | null;
  readonly values: Readonly<Record<string, number>>;
}

/** What a container reads from one record: no rollout, one or several. `fault` may stand beside rollouts. */
export interface RecordReading {
  readonly rollouts: readonly RolloutSource[];
  readonly fault: RecordFault | null;
  /** Why a sound record holds no rollout (`gen_text_store` is empty), or null. */
  readonly withoutText: string | null;
  /** What of the record was absent, guessed or cut; left out where nothing was. */
  readonly losses?: readonly Loss[];
  /** What a record of metrics says. */
  readonly measured?: Measured;
}

/** A file format that holds rollouts. It knows fields and framing, never tags. */
export interface Container {
  readonly id: string;
  readonly title: string;
  readonly holds: Holding;
  readonly framings: readonly FramingId[];
  /**
   * Id of the dialect that the rollouts are written in, where the format is one system's: taken unless the mark of
   * another one stands in them (an answer without any tag tells nothing). Left out by formats that several systems use.
   */
  readonly dialect?: string;
  /** Id of the dialect of rollouts that bear no tag, where several systems write the format. */
  readonly untagged?: string;
  /**
   * How a plain text of this kind is cut into records, told from its head (at most 256 KB; the last line may be cut);
   * null where the head is of another kind. Left out by containers that leave it to the usual layouts.
   */
  layout?(head: string, name: string): TextLayout | null;
  /**
   * How a file of this kind is cut where neither lines nor the elements of a JSON value are its records (one trace over
   * many of them), told from the same head; null where the head is of another kind. Left out by most.
   */
  cut?(head: string, name: string): Framing | null;
  recognise(sample: FileSample): Evidence | null;
  /**
   * Makes the function that reads one record. What depends on the file as a whole (which field holds the text) is
   * settled here, once. `value` is the record's parsed JSON, undefined for `text` framing.
   */
  reader(sample: FileSample): RecordReader;
  /**
   * What of the file as a whole was absent, guessed or cut: the fields that were chosen by their names. What is true of
   * single records is said with their reading.
   */
  losses?(sample: FileSample): readonly Loss[];
}

/** Reads one record of the file called `file`. Never throws: what is wrong comes back as a fault. */
export type RecordReader = (record: RawRecord, value: unknown, file: string) => RecordReading;
