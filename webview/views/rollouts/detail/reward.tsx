import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { RewardTable } from '../../../base/reward-table';
import { Empty } from '../../../base/status';
import { comparedText } from './words';

interface RewardProps {
  readonly detail: RolloutDetail;
  readonly onReveal: (offset: number) => void;
}

/** Value × weight of each component with its reason, and the sum beside what the file records. */
export function Reward({ detail, onReveal }: RewardProps) {
  const { profile, components } = detail.reward;
  if (components.length === 0)
    return (
      <Empty>
        <p>{comparedText(detail)}</p>
        <p>The setting “tracehop.rewards.profile” names the profile to recompute rewards by.</p>
      </Empty>
    );
  return (
    <>
      <p>{comparedText(detail)}</p>
      <RewardTable
        caption={`By the profile ${profile ?? 'of the dialect'}`}
        reward={detail.reward}
        onReveal={({ start }) => onReveal(start)}
      />
    </>
  );
}
