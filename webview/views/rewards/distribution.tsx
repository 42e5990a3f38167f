import type { RewardsView } from '../../../core/protocol/panels/rewards';
import type { RewardDistribution } from '../../../core/protocol/rewards';
import type { Host } from '../../base/host';
import { Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { Histogram } from './histogram';

interface DistributionProps {
  readonly host: Host<RewardsView>;
  readonly profile: string | null;
  readonly step: number | null;
  readonly version: number;
}

/** How often which rewards occur at a point. */
export function Distribution({ host, profile, step, version }: DistributionProps) {
  const held = useCall<RewardDistribution>(
    ({ signal }) =>
      host.channel.call(
        'rewards/distribution',
        { profile, step },
        { signal, latest: true, timeout: Infinity },
      ),
    [host, profile, step, version],
  );
  const shown = held.state === 'ready' ? held.value : held.stale;
  if (held.state === 'failed') return <Failed message={held.message} retry={held.retry} />;
  return shown ? <Histogram distribution={shown} /> : <Loading what="Counting" />;
}
