import { LONGEST_RECORD, tooLong } from './framing';
import { JsonSketch, type Sketch } from './json-sketch';

/** What was collected of a record. */
export interface Collected {
  /** Empty where there were more than the limit. */
  readonly bytes: Uint8Array;
  /** How many there were. */
  readonly length: number;
  /** What is wrong where there were more than the limit; null elsewhere. */
  readonly problem: string | null;
  /** What is kept of them in that case; left out elsewhere, and where no sketch was wanted. */
  readonly sketch?: Sketch;
}

/** Collects the bytes of a record that spans chunks; joined once, so that long records stay linear. */
export class Pieces {
  readonly #limit: number;
  readonly #sketched: boolean;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #sketch: JsonSketch | null = null;

  /** With `sketched`, a record of more than `limit` bytes leaves a sketch behind. */
  constructor(limit = LONGEST_RECORD, sketched = false) {
    this.#limit = limit;
    this.#sketched = sketched;
  }

  /** Bytes pushed since the last `take`, kept or not. */
  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.#leave(bytes);
    else this.#pieces.push(bytes);
  }

  /** What was collected; empties the collection. */
  take(): Collected {
    const pieces = this.#pieces;
    const length = this.#length;
    const sketch = this.#sketch?.take();
    this.#pieces = [];
    this.#length = 0;
    this.#sketch = null;
    if (length > this.#limit) {
      const problem = tooLong(length, this.#limit);
      return { bytes: new Uint8Array(0), length, problem, ...(sketch ? { sketch } : {}) };
    }
    const [only] = pieces;
    return { bytes: pieces.length === 1 && only ? only : Buffer.concat(pieces), length, problem: null };
  }

  /** Lets go of a record that is too long. */
  #leave(bytes: Uint8Array): void {
    const pieces = this.#pieces.splice(0);
    if (!this.#sketched) return;
    this.#sketch ??= new JsonSketch();
    for (const piece of [...pieces, bytes])
      this.#sketch.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
  }
}
