import type { Component, ScoredRollout } from './component';
import type { Structure } from './search-r1-structure';

/** A component with its share in a total. */
export interface Weighted {
  readonly component: Component;
  readonly weight: number;
}

/** A reward as a system computes it. Its page is `docs/rewards/<id>.md`. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  /** One or two sentences of plain text: whose reward it is and what it pays. */
  readonly explanation: string;
  /** Dialects whose rollouts it is taken for where the user names none. */
  readonly dialects: readonly string[];
  /** The answer is the last `<answer>…</answer>` of the whole own text when there are at least so many. */
  readonly minimumAnswers: number;
  /** How the profile reads the structure of a text. */
  readonly structure: (rollout: ScoredRollout) => Structure;
  /**
   * Summed in this order, so that a total is the very number that the system's own arithmetic gives (0.2 + 0.1 is
   * 0.30000000000000004).
   */
  readonly components: readonly Weighted[];
}
