/** What is said of a set of rewards. All but `n` have the unit of the values. */
export interface Summary {
  /** Values that are finite numbers; the others are left out. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation, unbiased (n − 1); null for a single value. */
  readonly sd: number | null;
  readonly min: number;
  readonly q25: number;
  readonly median: number;
  readonly q75: number;
  readonly max: number;
}

/** Summarises values; NaN and infinities are left out. Null where nothing is left. O(n log n). */
export function summarise(values: Iterable<number>): Summary | null {
  return summariseSorted(Float64Array.from(values).filter(Number.isFinite).sort());
}

/** The same for finite values in ascending order. O(n). */
export function summariseSorted(sorted: Float64Array): Summary | null {
  const n = sorted.length;
  const [min] = sorted;
  const max = sorted[n - 1];
  if (min === undefined || max === undefined) return null;
  const mean = meanOf(sorted, min, max);
  return {
    n,
    mean,
    sd: n === 1 ? null : deviationOf(sorted, mean),
    min,
    q25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q75: quantile(sorted, 0.75),
    max,
  };
}

/** Equal values have that very value as their mean, whatever rounding a sum would bring. */
function meanOf(sorted: Float64Array, min: number, max: number): number {
  if (min === max) return min;
  // Scaled first where a sum would leave the range of numbers.
  const scale = Math.abs(min) > HUGE || Math.abs(max) > HUGE ? sorted.length : 1;
  let sum = 0;
  for (const value of sorted) sum += value / scale;
  return scale === 1 ? sum / sorted.length : sum;
}

const HUGE = 1e300;

function deviationOf(sorted: Float64Array, mean: number): number {
  // The sum of the deviations is 0 but for rounding, which it corrects.
  let squares = 0;
  let rest = 0;
  for (const value of sorted) {
    const deviation = value - mean;
    squares += deviation * deviation;
    rest += deviation;
  }
  return Math.sqrt(Math.max(0, squares - (rest * rest) / sorted.length) / (sorted.length - 1));
}

/**
 * The value below which a share of some values lies, between two of them by linear interpolation (numpy's default).
 * NaN for none.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}
