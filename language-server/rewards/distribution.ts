import type { RewardDistribution } from '../../core/protocol/rewards';
import { histogramOf } from '../../core/reward/histogram';
import { Pacer } from '../host/pause';
import { ROWS_A_LOOK, stepsOf } from './curve';
import type { FileRewards } from './file-rewards';

/** How often which rewards occur at a step; NaN for rollouts without one. Hands the thread over. */
export async function distributionOf(
  files: readonly FileRewards[],
  step: number,
  signal: AbortSignal,
): Promise<RewardDistribution> {
  const pacer = new Pacer();
  const steps = stepsOf(files);
  const recorded: number[] = [];
  const recomputed: number[] = [];
  let count = 0;
  for (const [file, { columns }] of files.entries()) {
    for (let row = 0; row < columns.length; row++) {
      if (row % ROWS_A_LOOK === ROWS_A_LOOK - 1) await pacer.pause(signal);
      if (!Object.is(steps.of(file, columns.step[row] ?? NaN) + 0, step + 0)) continue;
      count++;
      push(recorded, columns.recorded[row]);
      push(recomputed, columns.recomputed[row]);
    }
  }
  const bins = histogramOf([recorded, recomputed]);
  return {
    bins: bins.map(({ low, high, counts: [own = 0, other = 0] }) => ({
      low,
      high,
      recorded: own,
      recomputed: other,
    })),
    withoutRecorded: count - recorded.length,
    withoutRecomputed: count - recomputed.length,
  };
}

function push(values: number[], value = NaN): void {
  if (!Number.isNaN(value)) values.push(value);
}
