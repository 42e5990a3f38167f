import { describe, expect, it } from 'vitest';
import {
  type Extent,
  isScaled,
  MOST_PIXELS,
  mostScroll,
  mostTop,
  ScaledScroll,
  scrollOf,
  spacerHeight,
  spanOf,
  topOf,
  topShowing,
  wheelPixels,
} from '../../../../webview/views/rollouts/table/scaled-scroll';

/** Numbers from 0 to 1 that are the same in every run (Park and Miller 1988). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const extents: readonly Extent[] = [
  { rows: 10_000_000, rowHeight: 23, viewport: 715 },
  { rows: 9_999_991, rowHeight: 24, viewport: 333 },
  { rows: 1_234_567, rowHeight: 41, viewport: 1900 },
  { rows: 347_827, rowHeight: 23, viewport: 715 },
  { rows: 347_826, rowHeight: 23, viewport: 715 },
  { rows: 40, rowHeight: 23, viewport: 715 },
  { rows: 3, rowHeight: 23, viewport: 715 },
  { rows: 0, rowHeight: 23, viewport: 715 },
];

describe.each(extents)('$rows rows of $rowHeight pixels in $viewport', (extent) => {
  const random = numbers(extent.rows + 7);
  const anywhere = (): number => Math.round(random() * mostTop(extent));

  it('is no higher than a browser allows, and as high as its rows below that', () => {
    const all = extent.rows * extent.rowHeight;
    expect(spacerHeight(extent)).toBe(all > MOST_PIXELS ? MOST_PIXELS : all);
    expect(isScaled(extent)).toBe(all > MOST_PIXELS);
  });

  it('is exact at both ends', () => {
    expect([topOf(extent, 0), scrollOf(extent, 0)]).toEqual([0, 0]);
    expect(topOf(extent, mostScroll(extent))).toBe(mostTop(extent));
    expect(scrollOf(extent, mostTop(extent))).toBe(mostScroll(extent));
    const { from, to } = spanOf(extent, mostTop(extent));
    expect(to).toBe(extent.rows);
    expect(from).toBeLessThanOrEqual(extent.rows);
  });

  it('goes up with the scroll bar, and back to where it came from', () => {
    const pixel = mostScroll(extent) > 0 ? mostTop(extent) / mostScroll(extent) : 1;
    for (let turn = 0; turn < 200; turn++) {
      const [a, b] = [anywhere(), anywhere()].sort((left, right) => left - right) as [number, number];
      expect(scrollOf(extent, a)).toBeLessThanOrEqual(scrollOf(extent, b));
      expect(Math.abs(topOf(extent, scrollOf(extent, a)) - a)).toBeLessThanOrEqual(2 * pixel + 1);
    }
  });

  it('leaves something to scroll wherever it is not at an end', () => {
    for (const top of [1, 2, mostTop(extent) - 1, mostTop(extent) - 2, anywhere()]) {
      if (top <= 0 || top >= mostTop(extent)) continue;
      expect(scrollOf(extent, top)).toBeGreaterThan(0);
      expect(scrollOf(extent, top)).toBeLessThan(mostScroll(extent));
      expect(topOf(extent, scrollOf(extent, top))).toBeGreaterThan(0);
      expect(topOf(extent, scrollOf(extent, top))).toBeLessThan(mostTop(extent));
    }
  });

  it('moves by as many pixels as keys and wheels say, without drift', () => {
    const scroll = new ScaledScroll(extent);
    let expected = 0;
    for (let turn = 0; turn < 500; turn++) {
      const step = Math.round((random() - 0.45) * 300);
      expected = Math.min(Math.max(0, expected + step), mostTop(extent));
      scroll.by(step);
      // The page puts the scroll bar there, and the browser says so.
      scroll.put(scroll.scroll);
      scroll.scrolled(scroll.scroll);
      expect(scroll.top).toBe(expected);
    }
  });

  it('moves by the browser’s own steps, and by the thumb to where it was dragged', () => {
    const scroll = new ScaledScroll(extent);
    let bar = 0;
    let expected = 0;
    for (let turn = 0; turn < 500; turn++) {
      const step = Math.min(40, mostScroll(extent) - bar);
      bar += step;
      expected = Math.min(expected + step, mostTop(extent));
      scroll.scrolled(bar);
      expect(scroll.top).toBe(expected);
    }
    for (let turn = 0; turn < 100; turn++) {
      bar = Math.round(random() * mostScroll(extent));
      const before = scroll.scroll;
      scroll.put(before);
      if (Math.abs(bar - before) <= extent.viewport) continue;
      scroll.scrolled(bar);
      expect(scroll.top).toBe(topOf(extent, bar));
    }
    scroll.put(0);
    scroll.to(0);
    scroll.scrolled(mostScroll(extent));
    if (mostScroll(extent) > extent.viewport) expect(scroll.top).toBe(mostTop(extent));
  });

  it('can show every row whole, and moves no further than it must', () => {
    const { rows, rowHeight, viewport } = extent;
    for (const row of [0, 1, 2, rows >> 1, rows - 2, rows - 1, Math.floor(random() * rows)]) {
      if (row < 0 || row >= rows) continue;
      const from = anywhere();
      const top = topShowing(extent, from, row);
      expect(top).toBeLessThanOrEqual(row * rowHeight);
      expect(top + viewport).toBeGreaterThanOrEqual((row + 1) * rowHeight);
      expect(topShowing(extent, top, row)).toBe(top);
      const { from: first, to } = spanOf(extent, top);
      expect(row).toBeGreaterThanOrEqual(first);
      expect(row).toBeLessThan(to);
    }
  });

  it('draws the rows in sight and no more than was asked around them', () => {
    for (let turn = 0; turn < 100; turn++) {
      const { from, to } = spanOf(extent, anywhere(), 4);
      expect(to - from).toBeLessThanOrEqual(Math.ceil(extent.viewport / extent.rowHeight) + 1 + 8);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(extent.rows);
    }
  });
});

it('every row of ten million is reached by steps of one row, counted at random places', () => {
  const extent: Extent = { rows: 10_000_000, rowHeight: 23, viewport: 690 };
  const random = numbers(3);
  for (let turn = 0; turn < 60; turn++) {
    const scroll = new ScaledScroll(extent);
    const row = Math.floor(random() * (extent.rows - 200));
    scroll.to(row * 23);
    for (let step = 1; step <= 50; step++) {
      scroll.by(23);
      scroll.put(scroll.scroll);
      expect(spanOf(extent, scroll.top).from).toBe(row + step);
    }
  }
});

it('keeps its place when rows come, and gives it up when they go', () => {
  const small: Extent = { rows: 1000, rowHeight: 20, viewport: 400 };
  const scroll = new ScaledScroll(small);
  scroll.to(12_345);
  scroll.resize({ ...small, rows: 5_000_000 });
  expect(scroll.top).toBe(12_345);
  expect(scroll.scroll).toBe(scrollOf({ ...small, rows: 5_000_000 }, 12_345));
  scroll.resize({ ...small, rows: 30 });
  expect(scroll.top).toBe(200);
  scroll.resize({ ...small, rows: 0 });
  expect(scroll.top).toBe(0);
});

it('reads wheels in pixels, lines and pages', () => {
  const extent: Extent = { rows: 10, rowHeight: 20, viewport: 400 };
  expect([0, 1, 2].map((deltaMode) => wheelPixels({ deltaY: 3, deltaMode }, extent))).toEqual([3, 60, 1200]);
});
