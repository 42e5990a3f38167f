import { expect, it } from 'vitest';
import { ExpectedRows } from '../../../../core/store/process/expected-rows';

it('goes by what was seen at the last commit', () => {
  const expected = new ExpectedRows();
  expect(expected.of(1000)).toBeNull();
  expected.note(0, 100);
  expect(expected.of(1000)).toBeNull();
  expected.note(20, 100);
  expect(expected.of(1000)).toBe(200);
  // A file got shorter than what was read of it.
  expect(expected.of(50)).toBe(20);
  expected.note(30, 300);
  expect(expected.of(1000)).toBe(100);
});
