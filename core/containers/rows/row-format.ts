import type { ByteSource } from '../byte-source';
import type { Framing } from '../framing/framing';

/** A file format whose records are rows or members, made into JSON one by one: Parquet, CSV, an archive of samples. */
export interface RowFormat {
  readonly id: string;
  /** Tells from the first bytes (at most 256 KB) and the name whether a file is of this format. Never throws. */
  recognise(head: Buffer, name: string): boolean;
  /**
   * Reads what is needed to find records (a footer, a header line). Fails with a `BadFormat` that says what is wrong
   * and what to do.
   */
  framing(source: ByteSource, head: Buffer, signal?: AbortSignal): Promise<Framing>;
}

/** A file that looks like a format and cannot be read as one; the message is a clause: "its footer is cut off". */
export class BadFormat extends Error {
  override readonly name = 'BadFormat';
}
