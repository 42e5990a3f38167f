import { Damaged } from './damaged';

/** Values of a column of one batch, made when they are asked for. */
export interface Column {
  readonly length: number;
  /** A value as `jsonOfValue` takes it; throws {@link Damaged} where it stands outside of the batch. */
  readonly at: (index: number) => unknown;
}

/** Most bytes that the values of one row may take: a damaged or made file can name the same bytes again and again. */
const MOST_OF_ROW = 256 * 1024 ** 2;

/** What a value takes beside its characters, in bytes, roughly. */
const VALUE_BYTES = 32;

/** Counts what the values of a row take. */
export class Meter {
  #left = MOST_OF_ROW;

  /** To be called before each row. */
  reset(): void {
    this.#left = MOST_OF_ROW;
  }

  /** Throws {@link Damaged} where a row with `bytes` more would be too large. */
  spend(bytes: number): void {
    this.#left -= bytes + VALUE_BYTES;
    if (this.#left < 0) throw new Damaged('the row would be larger than 256 MB');
  }
}

/** Leaves out the values that a validity bitmap calls missing; an empty bitmap calls none so. */
export function withNulls({ length, at }: Column, validity: DataView): Column {
  if (validity.byteLength === 0) return { length, at };
  if (validity.byteLength * 8 < length) throw new Damaged('a bitmap is shorter than its column');
  return { length, at: (index) => (bitOf(validity, index) ? at(index) : null) };
}

export function bitOf(bits: DataView, index: number): boolean {
  return ((bits.getUint8(index >> 3) >> (index & 7)) & 1) === 1;
}

/** Values from `start` up to `end` of a column as a list. */
export function listOf(column: Column, start: number, end: number, meter: Meter): unknown[] {
  if (start < 0 || start > end || end > column.length)
    throw new Damaged('a list stands outside of its values');
  const list: unknown[] = [];
  for (let index = start; index < end; index++) {
    meter.spend(0);
    list.push(column.at(index));
  }
  return list;
}
