import { exactMatchComponent } from '../components/exact-match';
import type { Profile } from '../profile';
import { structureOf } from '../search-r1-structure';

/** `compute_score_em` of Search-R1 with its defaults (`verl/utils/reward_score/qa_em.py`): score 1, format_score 0. */
export const searchR1Profile: Profile = {
  id: 'search-r1',
  title: 'Search-R1, exact match',
  explanation:
    'The reward of Search-R1: 1 where the last answer of prompt and response together equals a gold, else 0.',
  dialects: ['search-r1'],
  // The prompt holds two of its own, so that the policy's is the third.
  minimumAnswers: 2,
  structure: structureOf,
  components: [{ component: exactMatchComponent, weight: 1 }],
};
