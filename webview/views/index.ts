import type { ViewName } from '../../core/protocol/panels/page';
import type { View } from '../base/view';
import { replayView } from './replay/replay';
import { rewardsView } from './rewards/rewards';
import { trainingView } from './training/training';

/** Every view by the name that a page's `data-view` gives. */
export const views: Partial<Record<ViewName, View<never>>> = {
  replay: replayView,
  rewards: rewardsView,
  training: trainingView,
};
