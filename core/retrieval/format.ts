/** Version of the layout of an index file. A reader refuses newer ones and asks for older ones to be built again. */
export const FORMAT = 1;

/** A corpus file as it was when it was indexed. */
export interface CorpusStamp {
  /** Absolute path. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly mtime: number;
  /** SHA-256, as hexadecimal digits, of the size and of the first and last 64 KiB. */
  readonly fingerprint: string;
}

/** What an engine keeps about itself in an index: constants and counts. */
export type EngineFacts = Readonly<Record<string, number | string>>;

/** What the index says of itself. */
export interface IndexMeta {
  readonly format: number;
  readonly analyser: string;
  /** By engine id. */
  readonly engines: Readonly<Record<string, EngineFacts>>;
  readonly documents: number;
  /** Records of the corpora that hold no passage. */
  readonly broken: number;
  readonly corpora: readonly CorpusStamp[];
  /**
   * SHA-256 over ids, titles and texts of all documents in order, and the analyser: indexes of the same passages have
   * the same, wherever and whenever they were built.
   */
  readonly identity: string;
  /** When it was finished, ISO 8601. */
  readonly created: string;
}

/** A record that holds no passage. */
export interface CorpusFault {
  /** Path of the corpus. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** An index and the file it lies in. */
export interface IndexInfo extends IndexMeta {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The first of the broken records. */
  readonly faults: readonly CorpusFault[];
}
