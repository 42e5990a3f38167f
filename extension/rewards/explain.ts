import type { ExplainedReward } from '../../core/protocol/panels/rewards';
import type { ComponentsParams } from '../../core/protocol/rewards';
import { requests } from '../../core/protocol/server';
import { profiles } from '../../core/reward/profiles';
import { differ } from '../../core/reward/recorded';
import type { Server } from '../server/server';

/** Why a rollout got its reward; where the recorded one is another, also which other profiles give just that. */
export async function explainReward(
  server: Pick<Server, 'request'>,
  params: ComponentsParams,
  signal: AbortSignal,
): Promise<ExplainedReward> {
  const explained = await server.request(requests.rewardComponents, params, signal);
  const { recorded, profile } = explained;
  if (recorded === null || !(explained.differs || explained.total === null)) {
    return { ...explained, matching: [] };
  }
  const others = profiles.filter(({ id }) => id !== profile?.id);
  const totals = await Promise.all(
    others.map(async ({ id, title }) => {
      const { total } = await server.request(requests.rewardComponents, { ...params, profile: id }, signal);
      return total !== null && !differ(recorded, total) ? [title] : [];
    }),
  );
  return { ...explained, matching: totals.flat() };
}
