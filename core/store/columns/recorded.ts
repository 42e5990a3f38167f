import { recordedScore } from '../../reward/recorded';
import type { Column } from './column';

/** What the file itself says of a rollout; other keys than these become columns of their own, `recorded.<key>`. */
export const recordedColumns: readonly Column[] = [
  {
    id: 'score',
    title: 'Score',
    kind: 'number',
    family: 'recorded',
    explanation:
      'The reward that the file holds (`score`, else `reward`); unknown where it holds none that is a number.',
    shown: true,
    width: 72,
    of: ({ rollout }) => recordedScore(rollout.recorded),
  },
];
