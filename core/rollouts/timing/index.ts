import type { Waterfall } from '../../protocol/rollout-detail';
import { inspectEvents } from './inspect-events';
import { messageTimes } from './message-times';
import { otelSpans } from './otel-spans';
import type { TimedRollout, Times, TimeSource } from './times';
import { toolRuntimes } from './tool-runtimes';
import { verifiersCalls } from './verifiers-calls';
import { verifiersPhases } from './verifiers-phases';
import { barsOf } from './waterfall';

/**
 * Every place where files keep times; the first that a rollout has something of is taken. A moment at which a record
 * was written (`timestamp` of ReZero and trackio) is no time that anything took.
 */
export const timeSources: readonly TimeSource[] = [
  inspectEvents,
  otelSpans,
  verifiersCalls,
  verifiersPhases,
  toolRuntimes,
  messageTimes,
];

/** What a file tells of a rollout's times; null where it tells nothing. */
export function timesOf(rollout: TimedRollout): Times | null {
  for (const source of timeSources) {
    const times = source.read(rollout);
    if (times && times.steps.length > 0) return times;
  }
  return null;
}

/** Times of a rollout as bars; null where its file tells none. */
export function waterfallOf(rollout: TimedRollout): Waterfall | null {
  const times = timesOf(rollout);
  return times && barsOf(times);
}

/** What one turn took. */
export interface TurnCost {
  /** Milliseconds from its first beginning to its last end; the sum of its durations where beginnings are not told. */
  readonly ms: number;
  /** Tokens that were written; null where the file does not say. */
  readonly tokens: number | null;
}

/** What each turn took, by its index; turns that the file tells nothing of are missing. */
export function turnCosts(times: Times | null): ReadonlyMap<number, TurnCost> {
  const costs = new Map<number, TurnCost & { readonly from: number | null; readonly to: number | null }>();
  for (const { turn, start, ms, tokens } of times?.steps ?? []) {
    if (turn === null) continue;
    const known = costs.get(turn);
    const from = known?.from === null || start === null ? null : Math.min(known?.from ?? start, start);
    const to = known?.to === null || start === null ? null : Math.max(known?.to ?? start, start + ms);
    costs.set(turn, {
      from,
      to,
      ms: from === null || to === null ? (known?.ms ?? 0) + ms : to - from,
      tokens: tokens === undefined ? (known?.tokens ?? null) : (known?.tokens ?? 0) + tokens,
    });
  }
  return costs;
}
