import type { RolloutAddress } from '../../core/protocol/rollout-uri';

/** Order of rollouts in a file. */
export function compareAddresses(one: RolloutAddress, other: RolloutAddress): number {
  return one.index - other.index || one.sample - other.sample;
}
