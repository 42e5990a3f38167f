import type { RewardOrder } from '../../core/protocol/rewards';
import { Pacer } from '../host/pause';
import { isDifference, ROWS_A_LOOK, stepsOf } from './curve';
import type { RewardChunk } from './columns';
import type { FileRewards } from './file-rewards';

/** A row of a page: which rollout of which file. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

/** Which rows of a point are wanted, and in which order. */
export interface PageWish {
  /** Step of the point; NaN for rollouts without one. */
  readonly step: number;
  readonly by: RewardOrder;
  readonly descending: boolean;
  readonly from: number;
  readonly count: number;
  readonly differing: boolean;
}

/** A page of the rows behind a point, and how many there are altogether. O(n log n), mostly in native code; hands the thread over. */
export async function pageOf(
  files: readonly FileRewards[],
  wish: PageWish,
  signal: AbortSignal,
): Promise<{ readonly places: readonly RowPlace[]; readonly total: number }> {
  const pacer = new Pacer();
  const rows = await rowsOf(files, wish, () => pacer.pause(signal));
  const keys = Float64Array.from(rows, (packed, order) => {
    const { file, row } = unpacked(packed);
    const columns = files[file]?.columns;
    const key = columns ? keyOf(columns, row, wish.by, order) : NaN;
    // What has no value comes last in either direction.
    return Number.isNaN(key) ? Infinity : wish.descending ? -key : key;
  });
  await pacer.pause(signal);
  const places = positionsOf(keys, wish.from, wish.count).map((at) => unpacked(rows[at] ?? 0));
  return { places, total: rows.length };
}

/** Rows of one file that can be told apart in a packed number. */
const ROWS = 2 ** 32;

function unpacked(packed: number): RowPlace {
  return { file: Math.floor(packed / ROWS), row: packed % ROWS };
}

/** The rows of a point, file and row packed in one number each: there may be millions. */
async function rowsOf(
  files: readonly FileRewards[],
  { step, differing }: PageWish,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const steps = stepsOf(files);
  const rows: number[] = [];
  for (const [file, { columns }] of files.entries()) {
    for (let row = 0; row < columns.length; row++) {
      if (row % ROWS_A_LOOK === ROWS_A_LOOK - 1) await pause();
      const own = steps.of(file, columns.step[row] ?? NaN);
      if (own !== step && !(Number.isNaN(own) && Number.isNaN(step))) continue;
      const wanted = !differing || isDifference(columns.recorded[row] ?? NaN, columns.recomputed[row] ?? NaN);
      if (wanted) rows.push(file * ROWS + row);
    }
  }
  return rows;
}

function keyOf(columns: RewardChunk, row: number, by: RewardOrder, order: number): number {
  const recorded = columns.recorded[row] ?? NaN;
  const recomputed = columns.recomputed[row] ?? NaN;
  switch (by) {
    case 'order':
      return order;
    case 'recorded':
      return recorded;
    case 'recomputed':
      return recomputed;
    case 'difference':
      return Math.abs(recorded - recomputed);
    case 'em':
      return (columns.em[row] ?? -1) < 0 ? NaN : (columns.em[row] ?? NaN);
    case 'f1':
      return columns.f1[row] ?? NaN;
  }
}

/**
 * Positions of the `count` least keys from the `from`-th on, equal keys in their own order. Only the page is put in
 * order by comparing: the others are sorted as plain numbers, which is many times quicker.
 */
export function positionsOf(keys: Float64Array, from: number, count: number): readonly number[] {
  const sorted = keys.slice().sort();
  const page = sorted.subarray(from, from + count);
  const [first] = page;
  const last = page.at(-1);
  if (first === undefined || last === undefined) return [];
  // Of the keys equal to the first, so many stand on pages before.
  let skip = from - sorted.indexOf(first);
  let room = page.filter((key) => key === last).length;
  if (first === last) room = page.length;
  const found: number[] = [];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? NaN;
    if (key < first || key > last) continue;
    if (key === first && skip > 0) skip--;
    else if (key !== last) found.push(at);
    else if (room > 0) {
      room--;
      found.push(at);
    }
  }
  return found.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0) || left - right);
}
