import type { RolloutGraphView } from '../graph';
import type { RolloutAddress } from '../rollout-uri';
import type { Call } from './channel';
import type { ViewContract } from './page';

/** The panel that draws one rollout as a graph. */
export interface GraphView extends ViewContract {
  readonly subject: { readonly rollout: RolloutAddress };
  readonly toHost: {
    /** The graph of the subject; `documents` is how many at most, null for the usual number. */
    readonly 'graph/load': Call<{ readonly documents: number | null }, RolloutGraphView>;
  };
  readonly toPage: {
    /** The file changed, or what it is read as: a page that asks again gets another graph. */
    readonly 'graph/changed': Call<null, void>;
  };
}
