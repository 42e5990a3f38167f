import type { RewardsSubject } from '../../../core/protocol/panels/rewards';
import type { RewardOrder } from '../../../core/protocol/rewards';
import { addressKey, readAddress, type RolloutAddress } from '../../../core/protocol/rollout-uri';

/** What the chart shows around a mean. */
export type Spread = 'sd' | 'quartiles' | 'none';

/** What the page keeps over reloads. */
export interface RewardsState {
  /** The profile the reader chose; null for what the settings say. */
  readonly profile: string | null;
  readonly spread: Spread;
  /** Whether the chart shows the mean EM. */
  readonly em: boolean;
  /** The point whose rollouts are listed, by its step; undefined where none is open. */
  readonly point: number | null | undefined;
  readonly sort: RewardOrder;
  readonly descending: boolean;
  readonly differing: boolean;
  /** Rows of the list that are wanted. */
  readonly rows: number;
  /** The rollout whose components are shown. */
  readonly rollout: RolloutAddress | null;
  /** The rollout that the subject asked for when it was last followed. */
  readonly asked: string | null;
}

/** Rows that are listed at first, and with each "more". */
export const PAGE = 100;

export const orders: readonly { readonly id: RewardOrder; readonly title: string }[] = [
  { id: 'order', title: 'Order of the files' },
  { id: 'recorded', title: 'Recorded' },
  { id: 'recomputed', title: 'Recomputed' },
  { id: 'difference', title: 'Difference' },
  { id: 'f1', title: 'F1' },
];

const spreads: readonly Spread[] = ['sd', 'quartiles', 'none'];

/** What an earlier page kept, as far as it makes sense; a rollout that the subject newly asks for wins. */
export function readState(stored: unknown, { rollout }: Pick<RewardsSubject, 'rollout'>): RewardsState {
  const kept = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof RewardsState, unknown>
  >;
  const asked = rollout && addressKey(rollout);
  const isNew = asksAnew(stored, { rollout });
  const { profile, spread, em, point, sort, descending, differing, rows } = kept;
  return {
    profile: typeof profile === 'string' ? profile : null,
    spread: spreads.find((each) => each === spread) ?? 'sd',
    em: em === true,
    point: point === null || (typeof point === 'number' && Number.isFinite(point)) ? point : undefined,
    sort: orders.find(({ id }) => id === sort)?.id ?? 'order',
    descending: descending === true,
    differing: differing === true,
    rows: Number.isInteger(rows) && (rows as number) > 0 ? (rows as number) : PAGE,
    rollout: isNew ? rollout : readAddress(kept.rollout),
    asked,
  };
}

/** Whether the subject asks for another rollout than the one that an earlier page followed. */
export function asksAnew(stored: unknown, { rollout }: Pick<RewardsSubject, 'rollout'>): boolean {
  if (rollout === null) return false;
  const kept = typeof stored === 'object' && stored !== null && 'asked' in stored ? stored.asked : null;
  return addressKey(rollout) !== kept;
}
