import { LONGEST_RECORD } from './framing';

/** Collects the bytes of a record that spans chunks; joined once, so that long records stay linear. */
export class Pieces {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit = LONGEST_RECORD) {
    this.#limit = limit;
  }

  /** Bytes pushed since the last `take`, kept or not. */
  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length <= this.#limit) this.#pieces.push(bytes);
    else this.#pieces = [];
  }

  /**
   * The bytes, how many there were and, where that is more than the limit, what is wrong, with none of them; empties
   * the collection.
   */
  take(): { readonly bytes: Uint8Array; readonly length: number; readonly problem: string | null } {
    const pieces = this.#pieces;
    const length = this.#length;
    this.#pieces = [];
    this.#length = 0;
    if (length > this.#limit) {
      const problem = `the record is ${length} bytes long; records of more than ${this.#limit} bytes are not read`;
      return { bytes: new Uint8Array(0), length, problem };
    }
    const [only] = pieces;
    return { bytes: pieces.length === 1 && only ? only : Buffer.concat(pieces), length, problem: null };
  }
}
