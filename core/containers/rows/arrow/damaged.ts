/** Something in an Arrow file that cannot be so; the message is a clause: "column `x` would hold 5 rows of 3". */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** What is wrong, as a clause, of any error that reading bytes brought; accesses outside of them are said plainly. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'a place in it lies outside of it';
  return error instanceof Error ? error.message : String(error);
}

/** A 64-bit count or place as a number, which must be between 0 and `most`. */
export function bounded(value: bigint, most: number, what: string): number {
  if (value < 0n || value > BigInt(most)) throw new Damaged(`${what} would be ${value}`);
  return Number(value);
}
