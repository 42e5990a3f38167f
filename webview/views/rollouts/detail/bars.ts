import type { Waterfall, WaterfallBar } from '../../../../core/protocol/rollout-detail';

/** A bar as it is drawn: percent of the width. */
export interface DrawnBar {
  readonly bar: WaterfallBar;
  readonly left: number;
  readonly width: number;
}

/** Percent below which a bar cannot be seen. */
const LEAST_WIDTH = 0.3;

/** The bars of each lane, lanes from the top. */
export function lanesOf({ bars, total }: Waterfall): readonly (readonly DrawnBar[])[] {
  const lanes: DrawnBar[][] = [];
  const scale = total > 0 ? 100 / total : 0;
  for (const bar of bars) {
    const width = Math.max(LEAST_WIDTH, bar.ms * scale);
    const left = Math.max(0, Math.min(bar.from * scale, 100 - width));
    (lanes[bar.lane] ??= []).push({ bar, left, width });
  }
  return Array.from(lanes, (lane) => lane ?? []);
}

/** Steps of a scale that people read easily, per power of ten. */
const STEPS = [1, 2, 5, 10];

/** Milliseconds at which the scale has marks, from 0 on: five or fewer after it. */
export function ticksOf(total: number): readonly number[] {
  if (!(total > 0) || !Number.isFinite(total)) return [0];
  const power = 10 ** Math.floor(Math.log10(total / 5));
  const step = (STEPS.find((each) => each * power * 5 >= total) ?? 10) * power;
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, at) => at * step);
}
