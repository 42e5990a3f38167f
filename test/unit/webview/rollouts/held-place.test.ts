import { expect, it } from 'vitest';
import { HeldPlace, HOLD_MS } from '../../../../webview/views/rollouts/table/held-place';
import type { Span } from '../../../../webview/views/rollouts/table/scaled-scroll';

/** Ten rows of ten pixels are in sight. */
const extent = { rows: 1000, rowHeight: 10, viewport: 100 };

/** Rows are there from one position to before another. */
const thereFrom =
  (from: number, to: number) =>
  (span: Span): boolean =>
    span.from >= from && span.to <= to;

it('is where it is scrolled to when the rows are there', () => {
  const held = new HeldPlace();
  expect(held.toDraw(extent, 35, thereFrom(0, 100), 0)).toBe(35);
  expect(held.holds).toBe(false);
});

it('goes as far as the rows reach that follow on those in sight', () => {
  const held = new HeldPlace();
  held.toDraw(extent, 0, thereFrom(0, 100), 0);
  // Row 99 is the last one at the lower edge.
  expect([held.toDraw(extent, 5000, thereFrom(0, 100), 10), held.holds]).toEqual([900, true]);
  expect(held.toDraw(extent, 5000, thereFrom(0, 200), 20)).toBe(1900);
  expect([held.toDraw(extent, 5000, thereFrom(0, 600), 30), held.holds]).toEqual([5000, false]);
});

it('goes back likewise', () => {
  const held = new HeldPlace();
  held.toDraw(extent, 5000, thereFrom(450, 600), 0);
  expect(held.toDraw(extent, 20, thereFrom(450, 600), 10)).toBe(4500);
});

it('stays where a leap finds nothing yet, and leaps after a while all the same', () => {
  const held = new HeldPlace();
  held.toDraw(extent, 0, thereFrom(0, 10), 0);
  expect(held.toDraw(extent, 9000, thereFrom(0, 10), 1000)).toBe(0);
  expect(held.toDraw(extent, 9000, thereFrom(0, 10), 1000 + HOLD_MS - 1)).toBe(0);
  expect(held.toDraw(extent, 9000, thereFrom(0, 10), 1000 + HOLD_MS)).toBe(9000);
});

it('does not pass the place that is scrolled to', () => {
  const held = new HeldPlace();
  held.toDraw(extent, 0, thereFrom(0, 100), 0);
  // Row 100 is half in sight and not there.
  expect(held.toDraw(extent, 905, thereFrom(0, 100), 10)).toBe(900);
  expect(held.toDraw(extent, 895, thereFrom(0, 100), 20)).toBe(895);
});

it('keeps nothing where the rows in sight are gone, or the table is shorter now', () => {
  const held = new HeldPlace();
  held.toDraw(extent, 500, thereFrom(50, 60), 0);
  expect(held.toDraw(extent, 700, thereFrom(0, 10), 10)).toBe(700);
  held.toDraw(extent, 9000, thereFrom(900, 910), 20);
  const short = { ...extent, rows: 20 };
  expect(held.toDraw(short, 40, thereFrom(10, 20), 30)).toBe(100);
});
