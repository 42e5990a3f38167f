import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../../core/training/files';

/** Bytes read at once. */
const BLOCK = 256 * 1024;

/** A whole line, without its end, and the offset after it. */
export interface TailLine {
  /** Null for a line longer than the limit: it was passed over. */
  readonly text: string | null;
  readonly end: number;
}

/** Follows a file that grows, by offset. An unfinished last line waits until its end is there. */
export class LineTail {
  /** Whether the line at the offset is known to be too long, and how far it was looked through. */
  #passing: number | null = null;

  constructor(
    readonly path: string,
    private readonly longest: number,
    /** Offset of the first byte that was not taken yet. */
    public offset = 0,
  ) {}

  /** Offset of the first byte that was not looked at yet. */
  get seen(): number {
    return this.#passing ?? this.offset;
  }

  /** The whole lines that are new, a block's worth. Empty where there are none. A file that shrank begins again. */
  read(): TailLine[] {
    let file;
    try {
      file = openSync(this.path, 'r');
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
    try {
      const { size } = fstatSync(file);
      if (size < this.offset) {
        this.offset = 0;
        this.#passing = null;
      }
      const from = this.#passing ?? this.offset;
      const block = Buffer.allocUnsafe(Math.min(BLOCK, Math.max(0, size - from)));
      const count = readSync(file, block, 0, block.length, from);
      return this.#lines(block.subarray(0, count), from);
    } finally {
      closeSync(file);
    }
  }

  #lines(block: Buffer, from: number): TailLine[] {
    const lines: TailLine[] = [];
    let start = 0;
    for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, start)) {
      const end = from + at + 1;
      const tooLong = end - this.offset > this.longest || this.#passing !== null;
      lines.push({ text: tooLong ? null : block.toString('utf8', start, at).replace(/\r$/, ''), end });
      this.#passing = null;
      this.offset = end;
      start = at + 1;
    }
    if (from + block.length - this.offset > this.longest) this.#passing = from + block.length;
    return lines;
  }
}
