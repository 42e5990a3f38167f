import { describe, expect, it } from 'vitest';
import { STRETCH_BYTES, stretchesOf, type Reading } from '../../../../core/store/process/stretches';

const MEGABYTE = 1024 * 1024;

function reading(size: number, divisible = true, byte = 0): Reading {
  const facts = { size, divisible, appended: true, container: 'x', dialect: 'x', without: null };
  const from = { byte, record: 0, line: 0 };
  return { path: 'x', name: 'x', options: {}, profile: 'auto', facts, from };
}

/** Bytes of the stretches where records are so long, from the second stretch on. */
function lengths(size: number, record: number, byte = 0): number[] {
  let bytes = 0;
  const known = () => ({ records: Math.floor(bytes / record), bytes });
  return Array.from(stretchesOf(reading(size, true, byte), known), (stretch) => {
    const length = (stretch.to ?? NaN) - stretch.byte;
    bytes += length;
    return length;
  });
}

describe('the stretches of a file', () => {
  it('cover it without a gap, and the last one knows that it is', () => {
    const stretches = [...stretchesOf(reading(30 * MEGABYTE, true, 5), () => ({ records: 10, bytes: 1e6 }))];
    expect(stretches[0]?.byte).toBe(5);
    for (const [at, { to }] of stretches.entries()) expect(to).toBe(stretches[at + 1]?.byte ?? 30 * MEGABYTE);
    expect(stretches.map(({ last }) => last)).toEqual([false, false, false, true]);
  });

  it('are short while nothing is known of the records, and long for those of usual length', () => {
    expect(lengths(20 * MEGABYTE, 6000)).toEqual([MEGABYTE, STRETCH_BYTES, STRETCH_BYTES, 3 * MEGABYTE]);
  });

  it('hold fewer tiny records than a reader may hold back', () => {
    for (const length of lengths(20 * MEGABYTE, 100)) expect(length / 100).toBeLessThanOrEqual(16_384);
  });

  it('are one where it cannot be divided, or was not looked at, and none where nothing is left', () => {
    const none = () => ({ records: 0, bytes: 0 });
    const whole = [{ byte: 0, to: null, last: true }];
    expect([...stretchesOf(reading(MEGABYTE, false), none)]).toEqual(whole);
    expect([...stretchesOf({ ...reading(MEGABYTE), facts: null }, none)]).toEqual(whole);
    expect([...stretchesOf(reading(MEGABYTE, true, MEGABYTE), none)]).toEqual([]);
  });
});
