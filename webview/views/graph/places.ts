import type { GraphLayout, PlacedNode } from '../../../core/graph/layout';

/**
 * The layout leaves room for labels in boxes. Small nodes with labels beside them need less from layer to layer, and
 * more from row to row, where edges pass and the labels of queries stand.
 */
const NARROW = 0.5;
const TALL = 1.5;

/** Half of the distance of two rows of a layer: a lane for edges, free of nodes, lies this far from a node. */
export const HALF_ROW = 24 * TALL;

/** Where the nodes are drawn. */
export function drawnPlaces({ nodes }: GraphLayout): PlacedNode[] {
  return nodes.map((node) => ({ ...node, x: node.x * NARROW, y: node.y * TALL }));
}
