import type { GraphLayout, PlacedNode } from '../../../core/graph/layout';

/**
 * The layout leaves room for labels in boxes. Small nodes with labels beside them need less from layer to layer, and
 * more from row to row, where edges pass and labels stand: the more, the longer and lower the graph.
 */
const NARROW = 0.5;
const LEAST_TALL = 1.5;
const MOST_TALL = 3;
/** Height of a picture in widths. */
const PICTURE = 0.5;

/** Distance of two rows of a layer in the layout, in pixels. */
const ROW = 48;

export interface Places {
  readonly nodes: readonly PlacedNode[];
  /** Half of the distance of two rows of a layer: a lane for edges lies this far from the nodes on both sides. */
  readonly halfRow: number;
}

/** Where the nodes are drawn. */
export function placesOf({ nodes, width, height }: GraphLayout): Places {
  const tall = Math.min(MOST_TALL, Math.max(LEAST_TALL, (PICTURE * NARROW * width) / Math.max(1, height)));
  return {
    nodes: nodes.map((node) => ({ ...node, x: node.x * NARROW, y: node.y * tall })),
    halfRow: (ROW / 2) * tall,
  };
}
