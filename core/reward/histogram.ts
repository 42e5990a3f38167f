/** Values that are one value of this width, or lie within it; the last of several takes its upper end too. */
export interface Bin {
  readonly low: number;
  /** Equal to `low` where the bin is a single value. */
  readonly high: number;
  /** How many values of each set. */
  readonly counts: readonly number[];
}

/** Up to so many values get a bar each; rewards of rules are a handful. */
const MOST_VALUES = 12;

/** Bins of equal width that are aimed at where there are more. */
const AIM = 16;

/** Rewards dumped from 32-bit floats are the same up to this (0.2 comes back as 0.20000000298). */
const STEPS_A_UNIT = 1e6;

/**
 * How often values of some sets occur: by value where there are few, else in bins of equal, round width that all sets
 * share. NaN and infinities are left out. O(n).
 */
export function histogramOf(sets: readonly (readonly number[])[]): readonly Bin[] {
  const finite = sets.map((set) => set.filter(Number.isFinite));
  return byValue(finite) ?? byWidth(finite);
}

/** A bin a value; null where there are too many. */
function byValue(sets: readonly (readonly number[])[]): readonly Bin[] | null {
  const counts = new Map<number, number[]>();
  for (const [at, set] of sets.entries()) {
    for (const value of set) {
      const key = rounded(value);
      const own = counts.get(key) ?? sets.map(() => 0);
      own[at] = (own[at] ?? 0) + 1;
      counts.set(key, own);
      if (counts.size > MOST_VALUES) return null;
    }
  }
  return [...counts.keys()]
    .sort((left, right) => left - right)
    .map((value) => ({ low: value, high: value, counts: counts.get(value) ?? [] }));
}

function rounded(value: number): number {
  const steps = Math.round(value * STEPS_A_UNIT);
  // Beyond 2^53 steps there is nothing left to round; no −0.
  return Number.isSafeInteger(steps) ? steps / STEPS_A_UNIT + 0 : value;
}

function byWidth(sets: readonly (readonly number[])[]): readonly Bin[] {
  let min = Infinity;
  let max = -Infinity;
  for (const set of sets) {
    for (const value of set) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  // Divided first: the difference of two large numbers may be infinite.
  const width = roundWidth(max / AIM - min / AIM);
  const first = Math.floor(min / width);
  const edge = (bin: number): number => Number(((first + bin) * width).toPrecision(12));
  const size = Math.max(1, Math.ceil(max / width) - first);
  const counts = Array.from({ length: size }, () => sets.map(() => 0));
  for (const [at, set] of sets.entries()) {
    for (const value of set) {
      const bin = counts[Math.min(size - 1, Math.max(0, Math.floor(value / width) - first))];
      if (bin) bin[at] = (bin[at] ?? 0) + 1;
    }
  }
  return counts.map((own, bin) => ({ low: edge(bin), high: edge(bin + 1), counts: own }));
}

/** The least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a width. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const factor = [1, 2, 2.5, 5].find((each) => each * power >= width) ?? 10;
  return factor * power;
}
