import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../core/protocol/store';
import { columnsInSight } from '../../../../webview/views/rollouts/table/in-sight';

const info: ColumnInfo = {
  ...{ id: 'a', title: 'A', kind: 'text', family: 'answer', explanation: '', shown: true, width: 50 },
};
const columns = [400, 300, 500, 200, 600].map((width, at) => ({ info: { ...info, id: `c${at}` }, width }));

/** Places of the columns in sight. */
function places(left: number, width: number): number[] {
  const { before, columns: shown } = columnsInSight(columns, 200, { left, width });
  expect(shown).toEqual(columns.slice(before, before + shown.length));
  return shown.map((_, at) => before + at);
}

it('has all columns where all fit', () => {
  expect(places(0, 3000)).toEqual([0, 1, 2, 3, 4]);
});

it('leaves out what is beyond either edge, but for what is nearly in sight', () => {
  // They begin at 200, 600, 900, 1400, 1600 and end at 2200.
  expect(places(0, 500)).toEqual([0, 1]);
  expect(places(0, 400)).toEqual([0]);
  expect(places(1000, 300)).toEqual([1, 2, 3]);
  expect(places(1030, 300)).toEqual([2, 3]);
  expect(places(1900, 300)).toEqual([4]);
});

it('has none where nothing is in sight, and where there are none', () => {
  expect(places(5000, 300)).toEqual([]);
  expect(columnsInSight([], 200, { left: 0, width: 500 })).toEqual({ before: 0, columns: [] });
});
