import type { Range } from '../../core/trace/model';
import type { Guard } from '../host/guard';
import { Pacer } from '../host/pause';
import type { PlacedRollout } from '../places/placed-rollout';

/**
 * A feature of a whole rollout: what it finds, in own-text offsets or already placed. Where much work stands behind
 * one item it yields null between its steps, so that the thread can be handed over.
 */
export interface RolloutFeature<Item> {
  readonly name: string;
  of(placed: PlacedRollout): Iterable<Item | null>;
}

/** A feature of one place in a rollout: null where it has nothing to say. */
export interface PointFeature<Result, Context = undefined> {
  readonly name: string;
  at(placed: PlacedRollout, offset: number, context: Context): Result | null;
}

/** Collects what a feature finds in several rollouts; one rollout that breaks it leaves the others whole. */
export async function collect<Item>(
  guard: Guard,
  feature: RolloutFeature<Item>,
  rollouts: readonly PlacedRollout[],
  signal?: AbortSignal,
): Promise<Item[]> {
  const pacer = new Pacer();
  const items: Item[] = [];
  for (const placed of rollouts) {
    const found = await guard.answer<Item[]>(feature.name, [], async () => {
      const own: Item[] = [];
      let steps = 0;
      for (const item of feature.of(placed)) {
        if (item !== null) own.push(item);
        if (++steps % CHECKED === 0) await pacer.pause(signal);
      }
      return own;
    });
    for (const item of found) items.push(item);
    await pacer.pause(signal);
  }
  return items;
}

/** Steps between two looks at the clock. */
const CHECKED = 32;

/** The first of several features that has something to say about a place. */
export function firstOf<Result, Context>(
  guard: Guard,
  features: readonly PointFeature<Result, Context>[],
  placed: PlacedRollout,
  offset: number,
  context: Context,
): Result | null {
  for (const feature of features) {
    const found = guard.run(feature.name, null, () => feature.at(placed, offset, context));
    if (found) return found;
  }
  return null;
}

/** Whether an offset touches a range; its end counts, since a cursor behind a word means the word. */
export function touches({ start, end }: Range, offset: number): boolean {
  return offset >= start && offset <= end;
}

/** Whether a range holds the character at an offset. */
export function holds({ start, end }: Range, offset: number): boolean {
  return offset >= start && offset < end;
}
