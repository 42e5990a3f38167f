/** Values that grow at their end; shared by every view that saw a part of them. */
interface Shared {
  readonly steps: number[];
  readonly values: number[];
  readonly walls: (number | null)[];
}

/** The points of one metric in the order they came: `count` of them. Never changes: more points are another object. */
export interface MetricColumns {
  readonly count: number;
  readonly shared: Shared;
}

export function emptyColumns(): MetricColumns {
  return { count: 0, shared: { steps: [], values: [], walls: [] } };
}

/**
 * Columns with one more point. The arrays behind are shared, so that a long run costs no copy a point; where someone
 * went on from the same columns before, they are copied.
 */
export function append(
  columns: MetricColumns,
  step: number,
  value: number,
  wallMs: number | null,
): MetricColumns {
  const { count } = columns;
  const shared = columns.shared.steps.length === count ? columns.shared : copied(columns);
  shared.steps.push(step);
  shared.values.push(value);
  shared.walls.push(wallMs);
  return { count: count + 1, shared };
}

function copied({ count, shared }: MetricColumns, from = 0): Shared {
  const part = <T>(all: readonly T[]): T[] => all.slice(from, count);
  return { steps: part(shared.steps), values: part(shared.values), walls: part(shared.walls) };
}

/** The steps, values and wall times from a point on (all by default) as arrays of their own. */
export function columnsOf(columns: MetricColumns, from = 0): Shared {
  return copied(columns, from);
}

/** The last point; null where there is none. */
export function lastOf({
  count,
  shared,
}: MetricColumns): { readonly step: number; readonly value: number } | null {
  const step = shared.steps[count - 1];
  const value = shared.values[count - 1];
  return step === undefined || value === undefined ? null : { step, value };
}
