import { tokenF1 } from './answer-match';
import type { Measure, ScoredRollout } from './component';
import type { ComponentScore } from './component-score';
import { ProfileContext } from './context';
import type { Profile } from './profile';
import { AUTO, defaultProfile, profileNamed } from './profiles';

/** A recomputed reward. */
export interface Score {
  /** The profile's id; null where no profile is known for the rollout. */
  readonly profile: string | null;
  /** The sum of weight × value; null where a component cannot be computed. */
  readonly total: number | null;
  /** Why there is no total; null where there is one. */
  readonly reason: string | null;
  readonly components: readonly ComponentScore[];
  /** What the profile extracted, which need not be what the policy answered. */
  readonly answer: string | null;
  /** Exact match of the extracted answer (N1), 0 or 1; null without golds. */
  readonly em: number | null;
  /** Token F1 of the extracted answer (N1), the best over the golds, from 0 to 1; null without golds. */
  readonly f1: number | null;
}

/**
 * Scores one rollout by a profile, or by that of its dialect where the profile is null. Never throws; linear in the
 * length of the text.
 */
export function scoreOf(rollout: ScoredRollout, profile: Profile | null = defaultProfile(rollout)): Score {
  if (!profile) return unscored(rollout.dialect);
  const context = new ProfileContext(rollout, profile);
  const { answer, correct } = context;
  let total: number | null = 0;
  let reason: string | null = null;
  const components: ComponentScore[] = [];
  for (const { component, weight } of profile.components) {
    const measure = weight === 0 ? WEIGHTLESS : component.measure(context);
    const { name } = component;
    const { value, reason: why, range } = measure;
    components.push(
      range ? { name, weight, value, reason: why, range } : { name, weight, value, reason: why },
    );
    if (measure.value === null) {
      total = null;
      reason ??= measure.reason;
    } else if (total !== null) total += weight * measure.value;
  }
  return {
    profile: profile.id,
    total,
    reason,
    components,
    answer: answer?.text ?? null,
    em: correct === null ? null : Number(correct),
    f1: f1Of(context),
  };
}

/** The total of {@link scoreOf} alone. */
function totalOf(rollout: ScoredRollout, profile: Profile | null): number | null {
  if (!profile) return null;
  const context = new ProfileContext(rollout, profile);
  let total = 0;
  for (const { component, weight } of profile.components) {
    if (weight === 0) continue;
    const value = component.value ? component.value(context) : component.measure(context).value;
    if (value === null) return null;
    total += weight * value;
  }
  return total;
}

function f1Of({ answer, correct, rollout: { golds } }: ProfileContext): number | null {
  return correct === null ? null : answer === null ? 0 : tokenF1(answer.text, golds);
}

/** The scorer for what a user chose: a profile's id, or `auto` for that of each rollout's dialect. */
export function scorerOf(choice: string): (rollout: ScoredRollout) => Score {
  if (choice === AUTO) return (rollout) => scoreOf(rollout);
  const profile = profileNamed(choice);
  return (rollout) => scoreOf(rollout, profile);
}

/** The same as {@link scorerOf} for rows, which keep the total without its reasons. */
export function totalBy(choice: string): (rollout: ScoredRollout) => number | null {
  if (choice === AUTO) return (rollout) => totalOf(rollout, defaultProfile(rollout));
  const profile = profileNamed(choice);
  return (rollout) => totalOf(rollout, profile);
}

/** What has no weight is not computed: looking for golds in every document costs as much as parsing. */
const WEIGHTLESS: Measure = { value: 0, reason: 'weighs 0 in this profile, so it was not looked for' };

function unscored(dialect: string): Score {
  return {
    profile: null,
    total: null,
    reason: `no reward profile is known for rollouts of the dialect ${dialect}; name one`,
    components: [],
    answer: null,
    em: null,
    f1: null,
  };
}
