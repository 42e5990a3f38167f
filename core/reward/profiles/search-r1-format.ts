import { exactMatchComponent } from '../components/exact-match';
import { finalFormat } from '../components/final-format';
import { retrieval } from '../components/retrieval';
import { structureFormat } from '../components/structure-format';
import type { Profile } from '../profile';
import { structureOf } from '../search-r1-structure';

/** The constants of Search-R1's format reward, named as its configuration does. */
export interface FormatConstants {
  /** `structure_format_score`, S. */
  readonly structureFormat: number;
  /** `final_format_score`, F. */
  readonly finalFormat: number;
  /** `retrieval_score`, R. */
  readonly retrieval: number;
}

/** What the v0.3 training scripts set (`scripts/nq_hotpotqa/v0.3`). The configuration's own defaults are all 0. */
export const V03: FormatConstants = { structureFormat: 0.2, finalFormat: 0.1, retrieval: 0 };

/**
 * `compute_score_em` of Search-R1's `verl/utils/reward_score/qa_em_format.py` under some constants. Its branches as a
 * sum: a right answer earns 1, less S where the structure is not in order; a wrong or missing one earns S where it is,
 * and R besides where a gold was retrieved; a wrong one in disorder earns F, a missing one nothing.
 */
export function searchR1Format(
  constants: FormatConstants,
  about: Omit<Profile, 'components' | 'minimumAnswers'>,
): Profile {
  return {
    ...about,
    minimumAnswers: 2,
    components: [
      { component: exactMatchComponent, weight: 1 },
      { component: structureFormat, weight: constants.structureFormat },
      { component: finalFormat, weight: constants.finalFormat },
      { component: retrieval, weight: constants.retrieval },
    ],
  };
}

/** Search-R1 v0.3's reward over the text as the file holds it. */
export const searchR1FormatProfile = searchR1Format(V03, {
  id: 'search-r1-format',
  title: 'Search-R1 v0.3, exact match and format',
  explanation:
    'The reward of Search-R1 v0.3: 1 for a right answer, 0.2 less where the structure is not in order; 0.2 for a ' +
    'structure in order with a wrong answer or none; 0.1 for a wrong answer in disorder.',
  dialects: [],
  structure: structureOf,
});
