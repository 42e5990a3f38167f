/** Bytes that can be read in any order: the whole contract between a file and the readers. */
export interface ByteSource {
  /** Base name, for detection and for ids. */
  readonly name: string;
  /** Size in bytes when opened. */
  readonly size: number;
  /**
   * Why the bytes end before they should or may be wrong (a compressed stream that is cut off), as a clause; left out
   * elsewhere.
   */
  readonly torn?: string;
  /** True where the bytes are those of a file on the disk, as they stand there; left out where they were unpacked. */
  readonly own?: boolean;
  /** Reads up to `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * The bytes of the file whose path is this one's with `ending` behind it, null where there is none, `too large` where
   * it has more than `most`; left out where nothing stands beside the bytes.
   */
  beside?(ending: string, most: number): Promise<Uint8Array | null | 'too large'>;
  close(): Promise<void>;
}
