import { BadFormat } from '../row-format';

export interface Varint {
  /** Signed, as 64 bits; a bigint where a double does not hold it. */
  readonly value: number | bigint;
  /** Offset of the byte after it. */
  readonly next: number;
}

/** Reads a big-endian number of 1 to 9 bytes, seven bits each and eight in the ninth, that ends before `end`. */
export function varintAt(bytes: Buffer, at: number, end: number): Varint {
  let value = 0;
  for (let length = 0; length < 7; length++) {
    const byte = byteAt(bytes, at + length, end);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, next: at + length + 1 };
  }
  let wide = BigInt(value);
  for (let length = 7; length < 9; length++) {
    const byte = BigInt(byteAt(bytes, at + length, end));
    wide = length === 8 ? wide * 256n + byte : wide * 128n + (byte & 127n);
    if (length === 8 || byte < 128n) return { value: narrow(BigInt.asIntN(64, wide)), next: at + length + 1 };
  }
  throw new BadFormat('a number of it is damaged');
}

/** A varint that counts something in the file: from 0 to 2⁵³. */
export function countAt(
  bytes: Buffer,
  at: number,
  end: number,
): { readonly value: number; readonly next: number } {
  const { value, next } = varintAt(bytes, at, end);
  if (typeof value === 'bigint' || value < 0) throw new BadFormat('a length of it is damaged');
  return { value, next };
}

/** A number where it is exact. */
export function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function byteAt(bytes: Buffer, at: number, end: number): number {
  const byte = at < end ? bytes[at] : undefined;
  if (byte === undefined) throw new BadFormat('a number of it is cut off');
  return byte;
}
