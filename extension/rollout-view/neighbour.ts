import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests, type RolloutSummary } from '../../core/protocol/server';
import { compareAddresses } from './compare';
import { isUnreadable } from './readable';

type List = typeof requests.listRollouts;
type Page = { readonly rollouts: readonly RolloutSummary[]; readonly next: number | null };

/** What is needed of the server. */
export interface RolloutLister {
  request(name: List, params: { file: string; from: number; count: number }): Promise<Page>;
}

/** Records looked at in one go for a neighbour: records without a rollout are skipped, and are rare. */
const STRIDE = 4;

/** The rollout after this one in its file, or null at the end. */
export async function nextRollout(
  server: RolloutLister,
  current: RolloutAddress,
): Promise<RolloutAddress | null> {
  const { file } = current;
  for (let from: number | null = current.index; from !== null;) {
    const page: Page = await server.request(requests.listRollouts, { file, from, count: STRIDE });
    const found = page.rollouts.find((one) => !isUnreadable(one) && compareAddresses(one, current) > 0);
    if (found) return addressIn(found);
    from = page.next;
  }
  return null;
}

/** The rollout before this one in its file, or null at the beginning. */
export async function previousRollout(
  server: RolloutLister,
  current: RolloutAddress,
): Promise<RolloutAddress | null> {
  const { file } = current;
  for (let end = current.index + 1; end > 0;) {
    const from = Math.max(0, end - STRIDE);
    const { rollouts } = await server.request(requests.listRollouts, { file, from, count: end - from });
    const found = rollouts.findLast((one) => !isUnreadable(one) && compareAddresses(one, current) < 0);
    if (found) return addressIn(found);
    end = from;
  }
  return null;
}

function addressIn({ file, index, sample }: RolloutSummary): RolloutAddress {
  return { file, index, sample };
}
