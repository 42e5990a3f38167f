import type { ViewName } from '../../core/protocol/panels/page';
import type { View } from '../base/view';
import { explainView } from './explain/explain';
import { replayView } from './replay/replay';
import { rewardsView } from './rewards/rewards';
import { rolloutsView } from './rollouts/rollouts';
import { trainingView } from './training/training';
import { graphView } from './graph/graph';

/** Every view by the name that a page's `data-view` gives. */
export const views: Partial<Record<ViewName, View<never>>> = {
  explain: explainView,
  graph: graphView,
  replay: replayView,
  rewards: rewardsView,
  rollouts: rolloutsView,
  training: trainingView,
};
