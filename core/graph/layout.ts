import { drawnHeight, layersOf } from './layered/layers';
import { withFewerCrossings } from './layered/sweeps';
import type { RolloutGraph } from './rollout/model';

/** Where a node is drawn: its middle, in pixels at scale 1, `x` to the right and `y` down. */
export interface PlacedNode {
  readonly id: string;
  /** From 0, left to right. */
  readonly layer: number;
  /** Number in its layer, from 0, from the top. */
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** A drawing of a graph; the first layer stands at x = 0, and every layer around y = 0, which no document covers. */
export interface GraphLayout {
  /** One a node, in the order of the graph's nodes. */
  readonly nodes: readonly PlacedNode[];
  readonly layers: number;
  /** What the boxes of all nodes take, as much above y = 0 as below. */
  readonly width: number;
  readonly height: number;
  /** Pairs of edges that cross among those that join the same two layers. */
  readonly crossings: number;
}

/** Room for a node with its label. */
export const NODE_WIDTH = 180;
export const NODE_HEIGHT = 32;

/** Distances of middles; what is left between two nodes is room for edges. */
export const LAYER_GAP = 280;
export const ROW_GAP = 48;

/**
 * Lays a graph out in layers from left to right: question, then queries and documents of each turn, then the answer.
 * Nodes do not overlap. Documents stand in the order in which they came back unless another crosses less. The same graph has the same layout. O(n log n).
 */
export function layoutOf(graph: RolloutGraph): GraphLayout {
  const { layers, crossings } = withFewerCrossings(layersOf(graph), graph.edges);
  const documents = new Set(graph.nodes.filter(({ kind }) => kind === 'document').map(({ id }) => id));
  const places = new Map(
    layers.flatMap((ids, layer) =>
      ids.map((id, row): [string, PlacedNode] => [
        id,
        {
          id,
          layer,
          row,
          x: layer * LAYER_GAP,
          y: drawnHeight(row, ids.length, documents.has(id)) * ROW_GAP,
        },
      ]),
    ),
  );
  const reach = Array.from(places.values(), ({ y }) => Math.abs(y)).reduce((most, y) => Math.max(most, y), 0);
  return {
    nodes: graph.nodes.flatMap(({ id }) => places.get(id) ?? []),
    layers: layers.length,
    width: Math.max(0, layers.length - 1) * LAYER_GAP + NODE_WIDTH,
    height: 2 * reach + NODE_HEIGHT,
    crossings,
  };
}
