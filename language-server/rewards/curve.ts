import type { CurvePoint, StepSource } from '../../core/protocol/rewards';
import { differ } from '../../core/reward/recorded';
import { type Summary, summariseSorted } from '../../core/reward/statistics';
import type { Pacer } from '../host/pause';
import type { RewardColumns } from './columns';
import type { FileRewards } from './file-rewards';

/** Where the rollouts of some files stand on the axis of steps. */
export interface Steps {
  readonly from: readonly StepSource[];
  /** The step of a file's rollout; NaN for none. */
  of(file: number, step: number): number;
}

/** Chooses the axis: steps as recorded or named where any file has some, else the files in their order, from 1. */
export function stepsOf(files: readonly FileRewards[]): Steps {
  const from = new Set<StepSource>();
  for (const { facts } of files) if (facts.stepFrom !== null) from.add(facts.stepFrom);
  if (from.size > 0 || files.length === 0) return { from: [...from], of: (_, step) => step };
  return { from: ['file-order'], of: (file) => file + 1 };
}

/** What is gathered of one step. */
interface Gathered {
  count: number;
  broken: number;
  differing: number;
  right: number;
  judged: number;
  recorded: number[];
  recomputed: number[];
}

/** The points of a curve over files that hold rollouts. Hands the thread over every now and then. */
export async function pointsOf(
  files: readonly FileRewards[],
  pacer: Pacer,
  signal: AbortSignal,
): Promise<readonly CurvePoint[]> {
  const steps = stepsOf(files);
  const gathered = new Map<number, Gathered>();
  for (const [at, { columns, facts }] of files.entries()) {
    await gather(
      gathered,
      columns,
      (step) => steps.of(at, step),
      () => pacer.pause(signal),
    );
    for (const step of facts.broken) gatheredAt(gathered, steps.of(at, step)).broken++;
    await pacer.pause(signal);
  }
  const points: CurvePoint[] = [];
  const order = [...gathered.keys()].sort((left, right) => rank(left) - rank(right));
  for (const step of order) {
    const values = gathered.get(step);
    if (values) points.push(pointOf(step, values));
    await pacer.pause(signal);
  }
  return points;
}

/** Rollouts without a step come last. */
function rank(step: number): number {
  return Number.isNaN(step) ? Number.MAX_VALUE : step;
}

/** Rows between two looks at the clock. */
export const ROWS_A_LOOK = 32_768;

async function gather(
  gathered: Map<number, Gathered>,
  columns: RewardColumns,
  stepOf: (step: number) => number,
  pause: () => Promise<void>,
): Promise<void> {
  // While a file is read its columns grow, and are replaced by larger ones.
  for (let row = 0; row < columns.length; row++) {
    if (row % ROWS_A_LOOK === ROWS_A_LOOK - 1) await pause();
    const { step, recorded, recomputed, em } = columns;
    const values = gatheredAt(gathered, stepOf(step[row] ?? NaN));
    const own = recorded[row] ?? NaN;
    const other = recomputed[row] ?? NaN;
    const right = em[row] ?? -1;
    values.count++;
    if (!Number.isNaN(own)) values.recorded.push(own);
    if (!Number.isNaN(other)) values.recomputed.push(other);
    if (isDifference(own, other)) values.differing++;
    if (right >= 0) {
      values.judged++;
      values.right += right;
    }
  }
}

/** Whether two rewards, NaN where there is none, differ. */
export function isDifference(recorded: number, recomputed: number): boolean {
  return differ(Number.isNaN(recorded) ? null : recorded, Number.isNaN(recomputed) ? null : recomputed);
}

function gatheredAt(gathered: Map<number, Gathered>, step: number): Gathered {
  const known = gathered.get(step);
  if (known) return known;
  const fresh = { count: 0, broken: 0, differing: 0, right: 0, judged: 0, recorded: [], recomputed: [] };
  gathered.set(step, fresh);
  return fresh;
}

function pointOf(step: number, values: Gathered): CurvePoint {
  const { count, broken, differing, right, judged } = values;
  return {
    step: Number.isNaN(step) ? null : step,
    count,
    recorded: summaryOf(values.recorded),
    recomputed: summaryOf(values.recomputed),
    differing,
    em: judged > 0 ? right / judged : null,
    broken,
  };
}

function summaryOf(values: readonly number[]): Summary | null {
  return summariseSorted(Float64Array.from(values).sort());
}
