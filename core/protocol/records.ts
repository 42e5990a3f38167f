/** Records as they are, and what a field map makes of them. */
import type { WrittenFields } from '../containers/fields/field-map';

/** One record of a file in which no rollout was recognised. */
export interface RecordSummary {
  readonly index: number;
  /** Beginning of the record, on one line. */
  readonly opening: string;
  /** What is wrong with the record, or null. */
  readonly fault: string | null;
}

export interface ListRecordsParams {
  readonly file: string;
  readonly from: number;
  readonly count: number;
}

/** `next` is where to go on, null at the end. */
export interface RecordPage {
  readonly records: readonly RecordSummary[];
  readonly next: number | null;
}

export interface RecordParams {
  readonly file: string;
  readonly index: number;
}

/** A record as a document to read: YAML, in which line breaks of strings are line breaks. */
export interface ReadableRecord {
  readonly text: string;
  /** `yaml`, or `text` where the record is no JSON and stands as it is. */
  readonly form: 'yaml' | 'text';
}

/** A field that stands in the first records of a file. */
export interface FieldSample {
  /** Path as a field map writes it. */
  readonly path: string;
  /** What its values are: `text`, `number`, `list of 3`, `messages`. */
  readonly kind: string;
  /** Some of its values, shortened, on one line each. */
  readonly values: readonly string[];
  /** In how many of the records it stands. */
  readonly count: number;
}

/** What can be mapped in a file. */
export interface FieldSamples {
  /** Records that were looked at. */
  readonly records: number;
  readonly fields: readonly FieldSample[];
  /** Which field is likely what, by role. */
  readonly guesses: WrittenFields;
}

export interface PreviewParams {
  readonly file: string;
  readonly fields: WrittenFields;
}

/** What a field map makes of the first record in which it finds a rollout. */
export interface MappingPreview {
  /** The rollout and what is known of it as a document to read. */
  readonly text: string;
  /** Records that were tried, and rollouts that were found in them. */
  readonly records: number;
  readonly rollouts: number;
  /** What was absent, guessed or cut in them, in words. */
  readonly losses: readonly string[];
}

/** What was absent, guessed or cut. */
export interface FileLosses {
  /** Records that were read for it. */
  readonly records: number;
  /** Whether the file holds no more. */
  readonly whole: boolean;
  readonly lines: readonly { readonly kind: 'absent' | 'guessed' | 'cut'; readonly sentence: string }[];
}

/** A text that stands in no file. */
export interface OpenTextParams {
  /** Address to keep it under, as the client chose it ({@link MEMORY_SCHEME}). */
  readonly file: string;
  readonly text: string;
}

/** Scheme of the addresses of texts that the server holds in memory. */
export const MEMORY_SCHEME = 'tracehop-memory';

/** Longest text that is opened from memory, in UTF-16 units. */
export const LONGEST_MEMORY_TEXT = 20_000_000;

/** What the server says of `tracehop.yml`. */
export interface ConfigShown {
  /** URI of the file. */
  readonly file: string;
  /** Its text in the editor; null where it is no longer shown, and what is on disk counts. */
  readonly text: string | null;
  readonly version: number;
}
