import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { whole } from '../../../base/words';
import type { Tab } from './tabs';

export type Section = 'turns' | 'reward' | 'findings' | 'times' | 'recorded' | 'raw';

/** The parts of a rollout with how much there is of each. */
export function sectionsOf({ turns, findings, recorded }: RolloutDetail): readonly Tab<Section>[] {
  return [
    { id: 'turns', title: `Turns (${whole(turns.length)})` },
    { id: 'reward', title: 'Reward' },
    { id: 'findings', title: `Findings (${whole(findings.length)})` },
    { id: 'times', title: 'Times' },
    { id: 'recorded', title: `Recorded (${whole(recorded.length)})` },
    { id: 'raw', title: 'Raw' },
  ];
}
