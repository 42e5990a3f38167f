import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile, summarise } from '../../../core/reward/statistics';

describe('a summary', () => {
  // numpy: mean, std(ddof=1) and percentile of [0.1, 0.1, 1.0, 0.8, 0.2].
  it('is what numpy says', () => {
    const summary = summarise([0.1, 0.1, 1, 0.8, 0.2]);
    expect(summary).toMatchObject({ n: 5, min: 0.1, q25: 0.1, median: 0.2, q75: 0.8, max: 1 });
    expect(summary?.mean).toBeCloseTo(0.44, 14);
    expect(summary?.sd).toBeCloseTo(0.42778499272414877, 14);
  });

  it('interpolates between two values', () => {
    expect(summarise([4, 1, 3, 2])).toMatchObject({ q25: 1.75, median: 2.5, q75: 3.25, mean: 2.5 });
  });

  it('leaves out what is no finite number', () => {
    expect(summarise([NaN, 1, Infinity, 3, -Infinity])).toMatchObject({ n: 2, mean: 2, min: 1, max: 3 });
    expect(summarise([NaN])).toBeNull();
    expect(summarise([])).toBeNull();
  });

  it('has no deviation for a single value', () => {
    expect(summarise([0.3])).toEqual({
      n: 1,
      mean: 0.3,
      sd: null,
      min: 0.3,
      q25: 0.3,
      median: 0.3,
      q75: 0.3,
      max: 0.3,
    });
  });

  it('is exact for equal values, so that a group without differences has none', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 2, max: 50 }),
        (value, n) => {
          expect(summarise(Array<number>(n).fill(value))).toMatchObject({
            n,
            mean: value,
            sd: 0,
            median: value,
          });
        },
      ),
    );
  });

  it('keeps within its values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        (values) => {
          const {
            min = NaN,
            q25 = NaN,
            median = NaN,
            q75 = NaN,
            max = NaN,
            mean = NaN,
          } = summarise(values) ?? {};
          const ordered = [min, q25, median, q75, max];
          expect(ordered).toEqual([...ordered].sort((a, b) => a - b));
          expect(mean).toBeGreaterThanOrEqual(min - Math.abs(min) * 1e-12);
          expect(mean).toBeLessThanOrEqual(max + Math.abs(max) * 1e-12);
        },
      ),
    );
  });
});

it('there is no quantile of nothing', () => {
  expect(quantile(new Float64Array(), 0.5)).toBeNaN();
});
