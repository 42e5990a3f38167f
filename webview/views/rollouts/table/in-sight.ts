import type { ShownColumn } from '../columns/choice';

/** Pixels beyond either edge for which columns are drawn already: the browser scrolls before it tells. */
const AROUND = 120;

/** What is in sight of a table across, in pixels from its left edge. */
export interface Sight {
  readonly left: number;
  readonly width: number;
}

/** Columns next to each other. */
export interface ColumnsInSight {
  /** How many columns stand before them. */
  readonly before: number;
  readonly columns: readonly ShownColumn[];
}

/**
 * The columns of which something is in sight. `start` is where the first one begins, in pixels. Those that are not are left out of the rows: laying them out would cost as much as those that can be read.
 */
export function columnsInSight(
  columns: readonly ShownColumn[],
  start: number,
  { left, width }: Sight,
): ColumnsInSight {
  let at = start;
  let [from, to] = [columns.length, 0];
  for (const [place, column] of columns.entries()) {
    const end = at + column.width;
    if (end > left - AROUND && at < left + width + AROUND) {
      from = Math.min(from, place);
      to = place + 1;
    }
    at = end;
  }
  return { before: Math.min(from, to), columns: columns.slice(from, to) };
}
