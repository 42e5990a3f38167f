import type { Range, Rollout } from '../trace/model';
import type { OfficialAnswer } from './official-answer';
import type { Structure } from './search-r1-structure';

/** What a reward looks at: the own text, who wrote what in it, and the golds. */
export type ScoredRollout = Pick<Rollout, 'text' | 'parts' | 'segments' | 'turns' | 'golds' | 'dialect'>;

/** One rollout under one profile, as components see it. Everything is worked out at first use, once. */
export interface RewardContext {
  readonly rollout: ScoredRollout;
  /** What the profile extracts as the answer; null where it finds none. */
  readonly answer: OfficialAnswer | null;
  /** Whether the answer equals a gold (N1), false without an answer; null where the file holds no golds. */
  readonly correct: boolean | null;
  /** How the answer was found, or why none was: a clause for the user. */
  readonly answerSaid: string;
  /** Whether think, search, information and answer stand in order, as Search-R1's format reward wants them. */
  readonly structure: Structure;
}

/** What a component makes of one rollout. */
export interface Measure {
  /** What the weight is multiplied by; null where it cannot be computed. */
  readonly value: number | null;
  /** Why, for the user: plain text, with the values. */
  readonly reason: string;
  /** What the reason speaks of, in the own text. */
  readonly range?: Range;
}

/** One component of a reward. A profile gives it a weight; a total is the sum of weight × value. */
export interface Component {
  readonly name: string;
  readonly title: string;
  /** One or two sentences of plain text: when it has which value. */
  readonly explanation: string;
  /** Never throws; linear in the length of the text. */
  measure(context: RewardContext): Measure;
  /** The value of {@link measure} alone, where working out its reason would cost more. */
  value?(context: RewardContext): number | null;
}

/** What components that compare with golds say where the file holds none. */
export const NO_GOLDS = 'the file holds no gold answer for this rollout';
