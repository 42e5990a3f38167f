import type { Header } from './header';

/** Bytes of the log's header, and of the one before each page in it. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** First word of a log whose checksums are of words with the high byte first, and of one with the low byte first. */
const HIGH_FIRST = 0x377f0683;
const LOW_FIRST = 0x377f0682;
const VERSION = 3007000;

/** What a write-ahead log changes in its database. */
export interface WriteAhead {
  /** The newest committed state of each page that the log holds. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** Pages of the database as of the last commit. */
  readonly count: number;
}

/**
 * Reads a write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log) up to its last commit: frames
 * whose salts are those of the log and whose checksums, which go on from frame to frame, are sound. What stands behind is
 * of an older log, or not committed yet. Null where nothing is committed in it. Linear in its length.
 */
export function writeAheadOf(log: Buffer, { pageSize }: Header): WriteAhead | null {
  if (log.length < LOG_HEADER) return null;
  const magic = log.readUInt32BE(0);
  if ((magic !== HIGH_FIRST && magic !== LOW_FIRST) || log.readUInt32BE(4) !== VERSION) return null;
  const size = log.readUInt32BE(8);
  if (size !== pageSize && !(size === 1 && pageSize === 65536)) return null;
  const sum = new Checksum(magic === HIGH_FIRST);
  sum.add(log.subarray(0, 24));
  if (!sum.stands(log, 24)) return null;
  const pages = new Map<number, Buffer>();
  let open: (readonly [number, Buffer])[] = [];
  let count = 0;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break;
    const page = log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
    sum.add(log.subarray(at, at + 8));
    sum.add(page);
    if (!sum.stands(log, at + 16)) break;
    open.push([log.readUInt32BE(at), page]);
    const committed = log.readUInt32BE(at + 4);
    if (committed === 0) continue;
    for (const [number, bytes] of open) pages.set(number, bytes);
    open = [];
    count = committed;
  }
  return count === 0 ? null : { pages, count };
}

/** The log's checksum: two sums over pairs of 32-bit words. */
class Checksum {
  #first = 0;
  #second = 0;

  constructor(private readonly highFirst: boolean) {}

  /** Takes bytes, a multiple of eight. */
  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const low = !this.highFirst;
    for (let at = 0; at < bytes.length; at += 8) {
      this.#first = (this.#first + view.getUint32(at, low) + this.#second) >>> 0;
      this.#second = (this.#second + view.getUint32(at + 4, low) + this.#first) >>> 0;
    }
  }

  /** Whether the two sums stand at a place. */
  stands(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }
}
