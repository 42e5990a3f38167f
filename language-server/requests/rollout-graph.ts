import { tailOf } from '../../core/findings/places';
import { layoutOf } from '../../core/graph/layout';
import { type GraphNode, rolloutGraph as graphOf } from '../../core/graph/rollout-graph';
import type { GraphParams, RolloutGraphView } from '../../core/protocol/graph';
import { requests } from '../../core/protocol/server';
import type { Range } from '../../core/trace/model';
import type { PlacedRollout } from '../places/placed-rollout';
import type { FileRequest } from './file-request';
import { rolloutIn } from './rollout-text';

/** One rollout as a graph, laid out. */
export const rolloutGraph: FileRequest<GraphParams, RolloutGraphView> = {
  name: requests.rolloutGraph,
  async answer({ handle, signal }, params) {
    const record = await handle.existingRecord(params.index, signal);
    const placed = rolloutIn(handle, record, params);
    const graph = graphOf(placed.rollout, params, placed.evidence);
    const reveal = graph.nodes.map((node): [string, Range] => [node.id, revealed(node, placed)]);
    return { graph, layout: layoutOf(graph), reveal: Object.fromEntries(reveal) };
  },
};

function revealed({ kind, range }: GraphNode, { rollout, evidence }: PlacedRollout): Range {
  if (range) return range;
  if (kind === 'answer') return tailOf(rollout.text, evidence.layout.contentEnd);
  const prompt = rollout.segments.find((segment) => segment.kind === 'prompt');
  return prompt ? { start: prompt.start, end: prompt.end } : { start: 0, end: 0 };
}
