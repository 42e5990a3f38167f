/** One line of the table: what was measured, the value, and how it compares with a yardstick of the same run. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  /** Mebibytes are `MiB`, 10^6 bytes a second `MB/s`. */
  readonly unit: 'MB/s' | 'MiB' | 's' | 'ms' | 'µs';
  /** Value divided by the yardstick's, where there is one. */
  readonly ratio?: number;
  /** What the project wants, in words. */
  readonly target?: string;
}

/** Middle of some values; of an even number of them, the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

/** The value that `share` (0–1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Seconds that some work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
