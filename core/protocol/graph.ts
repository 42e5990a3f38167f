/** What a panel asks and gets to draw one rollout. */
import type { GraphLayout } from '../graph/layout';
import type { GraphOptions, RolloutGraph } from '../graph/rollout/model';
import type { RolloutAddress } from './rollout-uri';

/** Which rollout, and how much of it. */
export interface GraphParams extends RolloutAddress, GraphOptions {}

/** The graph, where to draw its nodes, and a place in the text for each node that has none of its own. */
export interface RolloutGraphView {
  readonly graph: RolloutGraph;
  readonly layout: GraphLayout;
  /**
   * Which range of the rollout's own text shows a node, by its id: its own, else the prompt for the question and the end
   * of the text for a missing answer. Every node has one.
   */
  readonly reveal: Readonly<Record<string, { readonly start: number; readonly end: number }>>;
}
