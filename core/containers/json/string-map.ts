import { countWhile } from '../../halving';

/**
 * Maps offsets between a JSON string as written (the raw text between its quotes) and as decoded. Every escape
 * stands for one UTF-16 unit, so it is enough to remember where the escapes are; lookups take O(log n).
 */
export class StringMap {
  /** Raw offsets of the backslashes, ascending. */
  readonly #raw: readonly number[];
  /** Decoded offsets of the characters they stand for. */
  readonly #decoded: readonly number[];
  readonly #lengths: readonly number[];

  constructor(literal: string) {
    const raw: number[] = [];
    const decoded: number[] = [];
    const lengths: number[] = [];
    let saved = 0;
    for (let at = literal.indexOf('\\'); at >= 0;) {
      const length = literal[at + 1] === 'u' ? 6 : 2;
      raw.push(at);
      decoded.push(at - saved);
      lengths.push(length);
      saved += length - 1;
      at = literal.indexOf('\\', at + length);
    }
    this.#raw = raw;
    this.#decoded = decoded;
    this.#lengths = lengths;
  }

  /** Raw offset of a decoded offset. */
  toRaw(decoded: number): number {
    const last = lastBelow(this.#decoded, decoded);
    if (last < 0) return decoded;
    return (this.#raw[last] ?? 0) + (this.#lengths[last] ?? 0) + decoded - (this.#decoded[last] ?? 0) - 1;
  }

  /** Decoded offset of a raw offset; one inside an escape belongs to the character that the escape stands for. */
  toDecoded(raw: number): number {
    const last = lastBelow(this.#raw, raw);
    if (last < 0) return raw;
    const past = raw - (this.#raw[last] ?? 0) - (this.#lengths[last] ?? 0);
    return (this.#decoded[last] ?? 0) + (past < 0 ? 0 : past + 1);
  }
}

/** Index of the last element below `value` in an ascending list, or -1. */
export function lastBelow(list: ArrayLike<number>, value: number): number {
  return countWhile(list, (item) => item < value) - 1;
}
