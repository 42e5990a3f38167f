/** Something in an Arrow file that cannot be so; the message is a clause: "column `x` would hold 5 rows of 3". */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** A 64-bit count or place as a number, which must be between 0 and `most`. */
export function bounded(value: bigint, most: number, what: string): number {
  if (value < 0n || value > BigInt(most)) throw new Damaged(`${what} would be ${value}`);
  return Number(value);
}
