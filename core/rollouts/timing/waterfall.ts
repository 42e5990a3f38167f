import type { Waterfall, WaterfallBar } from '../../protocol/rollout-detail';
import { betweenPairs } from '../../trace/text';
import type { TimedStep, Times } from './times';

/** Most bars of one waterfall: a reader sees no more, and a page draws no more. */
export const MOST_BARS = 2_000;

/** Most lanes; what would need more stands in the last one. */
export const MOST_LANES = 64;

/** Characters of a label. */
const LONGEST_LABEL = 120;

/** Milliseconds by which a bar may reach into the next one without being beside it: clocks round. */
const SLACK = 0.001;

type Placed = TimedStep & { readonly start: number };

/**
 * Times as bars. Where every step has a beginning they stand where the file says, those that ran at the same time in
 * lanes of their own; else one after the other, in the order of the file.
 */
export function barsOf({ steps, source, began, total = 0 }: Times): Waterfall | null {
  if (steps.length === 0) return null;
  const kept = steps.slice(0, MOST_BARS);
  const placed = kept.filter((step): step is Placed => step.start !== null);
  const recorded = placed.length === kept.length;
  const bars = recorded ? inTime(placed, began) : inOrder(kept);
  return {
    bars,
    total: bars.reduce((most, { from, ms }) => Math.max(most, from + ms), total),
    placed: recorded ? 'recorded' : 'in-order',
    source: kept.length === steps.length ? source : `${source}; the first ${MOST_BARS} of ${steps.length}`,
  };
}

function inOrder(steps: readonly TimedStep[]): WaterfallBar[] {
  let from = 0;
  return steps.map((step) => {
    const bar = barOf(step, from, 0);
    from += step.ms;
    return bar;
  });
}

function inTime(steps: readonly Placed[], began: number | undefined): WaterfallBar[] {
  const sorted = [...steps].sort((left, right) => left.start - right.start);
  const zero = Math.min(began ?? Infinity, sorted[0]?.start ?? 0);
  const ends: number[] = [];
  return sorted.map((step) => {
    const free = ends.findIndex((end) => end <= step.start + SLACK);
    const lane = free >= 0 ? free : Math.min(ends.length, MOST_LANES - 1);
    ends[lane] = Math.max(ends[lane] ?? -Infinity, step.start + step.ms);
    return barOf(step, step.start - zero, lane);
  });
}

function barOf({ turn, kind, label, ms }: TimedStep, from: number, lane: number): WaterfallBar {
  const line = label
    .slice(0, betweenPairs(label, 4 * LONGEST_LABEL))
    .replace(/\s+/g, ' ')
    .trim();
  const short =
    line.length > LONGEST_LABEL ? `${line.slice(0, betweenPairs(line, LONGEST_LABEL - 1))}…` : line;
  return { turn, kind, label: short, from, ms, lane };
}
