import type { ByteSource } from '../byte-source';
import type { FramingId, Loss, RawRecord } from '../container';
import type { ParsedJson } from '../json/tolerant';
import type { Sketch } from './json-sketch';
import type { RecordPlace } from '../../trace/model';

/** A record's place together with its bytes, not yet decoded. */
export interface Span extends RecordPlace {
  readonly bytes: Uint8Array;
  /** What is wrong with the framing here (the file ends inside this record), or null. */
  readonly problem: string | null;
  readonly key?: string;
  /** True where the bytes were made (a row of a table as JSON) and do not stand in the file. */
  readonly made?: boolean;
  /** What is kept of a record that is too long to be held; left out for others, and where its framing knows none. */
  readonly sketch?: Sketch;
}

/** Where to go on reading: the first byte of record number `index`. */
export interface Cursor {
  readonly index: number;
  readonly byte: number;
  readonly line: number;
  readonly character: number;
  /** The key that records at this place stand under, where it is known. */
  readonly key?: string;
}

/** The beginning of a file. */
export const START: Cursor = { index: 0, byte: 0, line: 0, character: 0 };

export interface SpanOptions {
  readonly from?: Cursor;
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at a time. */
  readonly chunkBytes?: number;
  /** Bytes of the longest record that is read, {@link LONGEST_RECORD} when left out. Of a longer one no bytes come. */
  readonly longest?: number | undefined;
  /**
   * Bytes of the longest record that is held, where that is less: of lines and JSON values that are longer a sketch comes
   * with their place, and who wants their bytes reads them there.
   */
  readonly held?: number;
}

/** Places of the records of a format with a directory of them. */
export interface RowPlaces {
  readonly count: number;
  /** Null past the end. */
  at(index: number): RecordPlace | null;
}

/** Cuts a source into records, a batch for each chunk read. Memory stays at a chunk plus the longest record. */
export interface Framing {
  readonly id: FramingId;
  /** What {@link FileSample.format} says; left out where the id says all. */
  readonly format?: string;
  /** What of the file no record shows; left out where it is all read. */
  readonly losses?: readonly Loss[];
  spans(source: ByteSource, options?: SpanOptions): AsyncIterable<readonly Span[]>;
  /** Where records stand, in a format that knows it without reading them; a record's line is its number there. */
  readonly rows?: RowPlaces;
  /** Reads one known record again; left out where its bytes are those at its place. */
  spanAt?(source: ByteSource, place: RecordPlace, signal?: AbortSignal): Promise<Span>;
  /** The value of a record; left out where its text is JSON, or plain text. */
  parse?(record: RawRecord): ParsedJson;
}

/** Bytes of the longest record whose bytes come with it, of lines and JSON. */
export function mostHeld({ longest = LONGEST_RECORD, held = longest }: SpanOptions): number {
  return Math.min(longest, held);
}

/** What is wrong with a record of so many bytes, and what to do. */
export function tooLong(bytes: number, longest: number): string {
  const [size, most] = [bytes, longest].map((n) =>
    n < 1e6 ? `${n} bytes` : `${Math.round(n / 1e5) / 10} MB`,
  );
  return `the record is ${size} long, and none of more than ${most} is read: look at it as it is, by pages, in the Rollouts editor, or write it as several records`;
}

/** Bytes read at a time where nothing else is said. */
export const CHUNK_BYTES = 512 * 1024;

/** Longest record that is held in memory, in bytes: half of what one JavaScript string can hold. */
export const LONGEST_RECORD = 256 * 1024 * 1024;
