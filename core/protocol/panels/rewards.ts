import type {
  ComponentsParams,
  CurveProgress,
  RewardCurve,
  RewardDistribution,
  RewardExplanation,
  RewardPage,
  RewardPageParams,
} from '../rewards';
import type { RolloutAddress } from '../rollout-uri';
import type { Call } from './channel';

/** What the reward panel shows: one selection of files a panel. */
export interface RewardsSubject {
  /** URIs of files and folders. */
  readonly paths: readonly string[];
  /** What the selection is called: a folder's or a file's name, or how many files they are. */
  readonly name: string;
  /** The rollout whose reward is to be explained first, or null. */
  readonly rollout: RolloutAddress | null;
}

/** The profiles there are, and which one the settings name. */
export interface ProfileChoices {
  /** Id of a profile, or `auto` for that of each rollout's dialect. */
  readonly setting: string;
  readonly profiles: readonly ProfileTitle[];
}

export interface ProfileTitle {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
}

/** Why a rollout got its reward, and which other profiles would give the recorded one. */
export interface ExplainedReward extends RewardExplanation {
  /** Titles; empty where the two rewards do not differ. */
  readonly matching: readonly string[];
}

/** Calls about the selection of the panel; `profile` is null for what the settings say. */
interface ToHost {
  readonly 'rewards/profiles': Call<null, ProfileChoices>;
  readonly 'rewards/curve': Call<{ readonly profile: string | null }, RewardCurve, CurveProgress>;
  readonly 'rewards/rollouts': Call<Omit<RewardPageParams, 'paths'>, RewardPage>;
  readonly 'rewards/distribution': Call<
    { readonly profile: string | null; readonly step: number | null },
    RewardDistribution
  >;
  readonly 'rewards/explain': Call<ComponentsParams, ExplainedReward>;
}

/** The reward panel: curve, rollouts behind a point, components of one. */
export interface RewardsView {
  readonly subject: RewardsSubject;
  readonly toHost: ToHost;
  readonly toPage: {
    /** Files of the selection, or settings that rewards depend on, changed. */
    readonly 'rewards/changed': Call<null, void>;
    /** The reward of this rollout is to be explained. */
    readonly 'rewards/show': Call<RolloutAddress, void>;
  };
}
