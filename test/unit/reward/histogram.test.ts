import { describe, expect, it } from 'vitest';
import { histogramOf } from '../../../core/reward/histogram';

describe('a histogram', () => {
  it('has a bar a value where there are few, in order, and none of nothing', () => {
    expect(histogramOf([[1, 0, 1], [0.5]])).toEqual([
      { low: 0, high: 0, counts: [1, 0] },
      { low: 0.5, high: 0.5, counts: [0, 1] },
      { low: 1, high: 1, counts: [2, 0] },
    ]);
    expect(histogramOf([[], []])).toEqual([]);
    expect(histogramOf([[-0, 0]])).toEqual([{ low: 0, high: 0, counts: [2] }]);
  });

  it('takes values for one that differ by the rounding of 32-bit floats only', () => {
    expect(histogramOf([[0.2, 0.20000000298023224, Math.fround(0.1), 0.1]])).toEqual([
      { low: 0.1, high: 0.1, counts: [2] },
      { low: 0.2, high: 0.2, counts: [2] },
    ]);
  });

  it('leaves out what is no finite number', () => {
    expect(histogramOf([[NaN, Infinity, -Infinity, 3]])).toEqual([{ low: 3, high: 3, counts: [1] }]);
  });

  it('has bins of equal, round width where values are many, and counts each value once', () => {
    const values = Array.from({ length: 100 }, (_, at) => at / 100);
    // From 0 to 0.99 in at most 16 bins: 0.0619 is rounded up to 0.1.
    const bins = histogramOf([values]);
    expect(bins.map(({ low, high }) => [low, high])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at / 10, (at + 1) / 10]),
    );
    expect(bins.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(100);
  });

  it('puts the greatest value into the last bin, and negative ones where they belong', () => {
    const values = Array.from({ length: 33 }, (_, at) => at - 16);
    const bins = histogramOf([values]);
    expect(bins.at(0)).toMatchObject({ low: -16, high: -14, counts: [2] });
    expect(bins.at(-1)).toMatchObject({ low: 14, high: 16, counts: [3] });
  });

  it.each([
    ['huge', [-1.7e308, 1.7e308]],
    ['tiny', [1e-300, 5e-300]],
    ['far apart', [0, 1e12]],
  ])('stays small for %s values', (_, [low = 0, high = 0]) => {
    const values = Array.from({ length: 40 }, (_each, at) => low * (1 - at / 39) + high * (at / 39));
    const bins = histogramOf([values]);
    expect(bins.length).toBeLessThanOrEqual(18);
    expect(bins.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(40);
  });
});
