import { differ, recordedScore } from '../../reward/recorded';
import type { Column } from './column';

/** What the reward comes to when it is computed again. */
export const rewardColumns: readonly Column[] = [
  {
    id: 'reward',
    title: 'Recomputed reward',
    kind: 'number',
    family: 'reward',
    explanation:
      'The reward recomputed by the profile; unknown where no profile is known for the dialect, or it needs golds that are not there.',
    shown: true,
    width: 72,
    of: ({ reward }) => reward,
  },
  {
    id: 'reward_differs',
    title: 'Reward differs',
    kind: 'flag',
    family: 'reward',
    explanation:
      'Whether the score that the file holds and the recomputed reward are different numbers; unknown where either is.',
    shown: false,
    width: 72,
    of: ({ rollout, reward }) => {
      const recorded = recordedScore(rollout.recorded);
      return recorded === null || reward === null ? null : differ(recorded, reward);
    },
  },
];
