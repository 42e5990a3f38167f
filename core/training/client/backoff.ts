/** Milliseconds of the first and the longest span to wait in. */
const FIRST = 500;
const LONGEST = 30_000;

/** Milliseconds before attempt `n` from 0, with full jitter: anywhere in a span that doubles. `random` is in [0, 1). */
export function backoff(n: number, random: number): number {
  return Math.round(random * Math.min(LONGEST, FIRST * 2 ** n));
}
