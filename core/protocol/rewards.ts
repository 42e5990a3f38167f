/** Rewards over the steps of a training, the rollouts behind them, and the components of one. */
import type { Summary } from '../reward/statistics';
import type { RolloutAddress } from './rollout-uri';

/** What rewards are looked at: rollout files, and by which profile their rewards are recomputed. */
export interface RewardSelection {
  /** URIs of files and folders. Folders are walked in natural order. */
  readonly paths: readonly string[];
  /** Id of a reward profile, `auto` for that of each rollout's dialect, null for what the settings say. */
  readonly profile: string | null;
}

/**
 * Where steps come from: recorded with the rollouts, read off the name of their file, or, where no file of the
 * selection has any, the position of the file in it, from 1.
 */
export type StepSource = 'recorded' | 'file-name' | 'file-order';

/** The rewards of one step. */
export interface CurvePoint {
  /** Null for rollouts without a step in a selection in which others have one; that point comes last. */
  readonly step: number | null;
  /** Rollouts. */
  readonly count: number;
  /** Of the rewards that the files hold; null where they hold none. */
  readonly recorded: Summary | null;
  /** Of the rewards that the profile gives; null where it can give none. */
  readonly recomputed: Summary | null;
  /** Rollouts whose two rewards differ beyond the rounding of 32-bit floats. */
  readonly differing: number;
  /** Mean exact match of the extracted answers (N1), from 0 to 1; null without golds. */
  readonly em: number | null;
  /** Records that cannot be read, counted at the step of the rollout before them. */
  readonly broken: number;
}

/** Rewards over steps. */
export interface RewardCurve {
  /** In ascending order of steps. */
  readonly points: readonly CurvePoint[];
  /** Where the steps come from, each once; empty without rollouts. */
  readonly stepFrom: readonly StepSource[];
  /** Files that hold rollouts, and those that hold none or that cannot be read. */
  readonly files: number;
  readonly filesWithout: number;
  readonly unreadable: readonly UnreadableFile[];
  readonly rollouts: number;
  readonly broken: number;
  /** Ids of the profiles by which rollouts were scored. */
  readonly profiles: readonly string[];
  /** Why rollouts have no recomputed reward, most frequent first. */
  readonly unscored: readonly { readonly reason: string; readonly rollouts: number }[];
  /** Grows with every run: a result whose number is below that of another is older. */
  readonly generation: number;
}

/** A file of a selection that cannot be read; the message names it. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
}

/** How far a curve is. */
export interface CurveProgress {
  readonly generation: number;
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly files: number;
  readonly filesTotal: number;
  readonly rollouts: number;
  /** The curve of what was read so far; null while it has not changed enough to be worked out again. */
  readonly points: readonly CurvePoint[] | null;
}

/** What rollouts behind a point can be sorted by; `order` is that of the files. Those without the value come last. */
export type RewardOrder = 'order' | 'recorded' | 'recomputed' | 'difference' | 'em' | 'f1';

export interface RewardPageParams extends RewardSelection {
  /** Step of the point, as the curve has it. */
  readonly step: number | null;
  readonly sort: { readonly by: RewardOrder; readonly descending: boolean };
  /** First row and number of rows; at most 200 are given at a time. */
  readonly from: number;
  readonly count: number;
  /** Whether only rollouts whose two rewards differ are wanted. */
  readonly differing?: boolean;
}

/** One rollout behind a point. */
export interface RewardRow extends RolloutAddress {
  readonly id: string;
  readonly question: string | null;
  readonly recorded: number | null;
  readonly recomputed: number | null;
  /** What the profile extracted as the answer; what the policy answered, where no profile is known. */
  readonly answer: string | null;
  /** The first golds, at most three. */
  readonly golds: readonly string[];
  readonly em: number | null;
  readonly f1: number | null;
  /** Number of findings. */
  readonly findings: number;
  /** Why it has this reward, in one sentence. */
  readonly reason: string;
  /** Why the rollout can no longer be shown (its file changed), or null. */
  readonly fault: string | null;
}

export interface RewardPage {
  readonly rows: readonly RewardRow[];
  /** Rows of the point altogether. */
  readonly total: number;
}

/** A point whose distribution is wanted. */
export interface DistributionParams extends RewardSelection {
  /** Step of the point, as the curve has it. */
  readonly step: number | null;
}

/** How often which rewards occur at a point. */
export interface RewardDistribution {
  /** In ascending order. A bin is a single value where `low` equals `high`. */
  readonly bins: readonly {
    readonly low: number;
    readonly high: number;
    /** Rollouts. */
    readonly recorded: number;
    readonly recomputed: number;
  }[];
  /** Rollouts that have no such reward. */
  readonly withoutRecorded: number;
  readonly withoutRecomputed: number;
}

export interface ComponentsParams extends RolloutAddress {
  readonly profile: string | null;
}

/** One component of a rollout's reward. */
export interface RewardComponent {
  readonly name: string;
  readonly title: string;
  /** When the component has which value, in general. */
  readonly explanation: string;
  /** Null where it cannot be computed. */
  readonly value: number | null;
  readonly weight: number;
  /** Why it has this value here. */
  readonly reason: string;
  /** What the reason speaks of, in UTF-16 offsets of the rollout's own text; null where it points to nothing. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** Why one rollout got its reward. */
export interface RewardExplanation {
  /** The profile; null where none is known for the rollout's dialect. */
  readonly profile: { readonly id: string; readonly title: string; readonly explanation: string } | null;
  readonly total: number | null;
  /** Why there is no total; null where there is one. */
  readonly reason: string | null;
  readonly components: readonly RewardComponent[];
  readonly recorded: number | null;
  /** Whether the two rewards differ beyond the rounding of 32-bit floats. */
  readonly differs: boolean;
  /** What the profile extracted as the answer, and what the policy answered. */
  readonly extracted: string | null;
  readonly answer: string | null;
  readonly golds: readonly string[];
  readonly em: number | null;
  readonly f1: number | null;
  /** Short values that the file holds beside the rollout, in its order. */
  readonly recordedValues: readonly { readonly name: string; readonly value: string }[];
}
