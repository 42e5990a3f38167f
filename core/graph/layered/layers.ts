import type { GraphNode, RolloutGraph } from '../rollout/model';

/** Nodes by layer, left to right: question, then queries and documents of each turn, then the answer. */
export function layersOf({ nodes }: RolloutGraph): string[][] {
  const byDepth = new Map<number, string[]>();
  for (const node of nodes) {
    const depth = depthOf(node);
    const known = byDepth.get(depth);
    if (known) known.push(node.id);
    else byDepth.set(depth, [node.id]);
  }
  return Array.from(byDepth)
    .sort(([left], [right]) => (left === right ? 0 : left < right ? -1 : 1))
    .map(([, ids]) => ids);
}

/**
 * Height of a row in rows, 0 in the middle of its layer. Documents leave the middle free, where the edges from query to
 * query and on to the answer pass.
 */
export function drawnHeight(row: number, rows: number, free: boolean): number {
  return free ? row - Math.ceil(rows / 2) + 0.5 : row - (rows - 1) / 2;
}

/** Documents stand behind the queries of the turn that first brought them. */
function depthOf(node: GraphNode): number {
  switch (node.kind) {
    case 'question':
      return -1;
    case 'query':
      return 2 * node.turn;
    case 'document':
      return 2 * (node.occurrences[0]?.turn ?? 0) + 1;
    case 'answer':
      return Infinity;
  }
}
