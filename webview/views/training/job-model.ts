import { fromWire } from '../../../core/protocol/bridge/events';
import type { Connection, JobHead, JobUpdate } from '../../../core/protocol/panels/training';

/** The points of one metric in the order they came. Steps may repeat or go back, where a trainer resumed. */
export interface Points {
  readonly steps: readonly number[];
  readonly values: readonly number[];
}

/** What a page knows of a job. */
export interface JobModel {
  readonly connection: Connection;
  readonly head: JobHead | null;
  readonly metrics: ReadonlyMap<string, Points>;
}

export const emptyJob: JobModel = {
  connection: { kind: 'connecting', why: '' },
  head: null,
  metrics: new Map(),
};

/** The model with an update. Points that are there already are not put in twice. */
export function updated(model: JobModel, update: JobUpdate): JobModel {
  const { connection, head, reset, points } = update;
  if (!reset && points.length === 0) return { ...model, connection, head };
  const metrics = new Map(reset ? [] : model.metrics);
  for (const { name, from, steps, values } of points) {
    const before = metrics.get(name) ?? { steps: [], values: [] };
    metrics.set(name, {
      steps: [...before.steps.slice(0, from), ...steps],
      values: [...before.values.slice(0, from), ...values.map(fromWire)],
    });
  }
  return { connection, head, metrics };
}

/** The last, the least and the greatest value of a metric; null where it has no finite one. */
export interface Extent {
  readonly last: number;
  readonly least: number | null;
  readonly greatest: number | null;
  readonly count: number;
}

export function extentOf({ values }: Points): Extent {
  let least: number | null = null;
  let greatest: number | null = null;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (least === null || value < least) least = value;
    if (greatest === null || value > greatest) greatest = value;
  }
  return { last: values.at(-1) ?? NaN, least, greatest, count: values.length };
}
