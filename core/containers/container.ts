import type { RecordPlace, RolloutSource } from '../trace/model';
import type { Evidence } from '../trace/dialect';

/** How a file is cut into records: one a line, the elements of a JSON value, or stretches of plain text. */
export type FramingId = 'lines' | 'json' | 'text';

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
}

/** The first records of a file, for detection. */
export interface FileSample {
  readonly name: string;
  readonly framing: FramingId;
  readonly records: readonly SampledRecord[];
}

/** A sampled record; `value` is the parsed JSON, undefined where the framing is `text` or the JSON is broken. */
export interface SampledRecord {
  readonly text: string;
  readonly value: unknown;
}

/** A record that cannot be read, or only in part. */
export interface RecordFault {
  /** What is wrong and what to do, in one sentence. */
  readonly message: string;
  /** Byte offset in the file. */
  readonly byte: number;
}

/** What a container reads from one record: no rollout, one or several. `fault` may stand beside rollouts. */
export interface RecordReading {
  readonly rollouts: readonly RolloutSource[];
  readonly fault: RecordFault | null;
  /** Why a sound record holds no rollout (`gen_text_store` is empty), or null. */
  readonly withoutText: string | null;
}

/** A file format that holds rollouts. It knows fields and framing, never tags. */
export interface Container {
  readonly id: string;
  readonly title: string;
  readonly framings: readonly FramingId[];
  recognise(sample: FileSample): Evidence | null;
  /**
   * Makes the function that reads one record. What depends on the file as a whole (which field holds the text) is
   * settled here, once. `value` is the record's parsed JSON, undefined for `text` framing.
   */
  reader(sample: FileSample): RecordReader;
}

/** Reads one record of the file called `file`. Never throws: what is wrong comes back as a fault. */
export type RecordReader = (record: RawRecord, value: unknown, file: string) => RecordReading;
