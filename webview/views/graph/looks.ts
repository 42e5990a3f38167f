import type { GraphEdge, GraphNode } from '../../../core/graph/rollout/model';

/** Names of the colours that a theme gives. */
export type Role =
  | 'question'
  | 'query'
  | 'document'
  | 'right'
  | 'wrong'
  | 'answer'
  | 'missing'
  | 'gold'
  | 'line'
  | 'led'
  | 'support';

export type Shape = 'circle' | 'diamond' | 'square' | 'hexagon';

/** How a node is drawn: kinds differ by shape and by the mark inside, not by colour alone. */
export interface NodeLook {
  readonly shape: Shape;
  /** Half of its width, in the layout's pixels. */
  readonly size: number;
  readonly role: Role;
  /** The colour of a ring around it, or null. */
  readonly ring: 'gold' | 'missing' | null;
  /** Written inside: rank, turn, or a sign. */
  readonly mark: string;
}

export interface EdgeLook {
  readonly role: Role;
  /** In the layout's pixels. */
  readonly width: number;
  readonly arrow: boolean;
  readonly dashed: boolean;
  /** Whether it is one of those that explain, which lie above the others and are labelled. */
  readonly strong: boolean;
}

export function nodeLook(node: GraphNode): NodeLook {
  switch (node.kind) {
    case 'question':
      return { shape: 'circle', size: 15, role: 'question', ring: null, mark: '?' };
    case 'query':
      return { shape: 'diamond', size: 16, role: 'query', ring: null, mark: String(node.turn + 1) };
    case 'document':
      return node.gold
        ? { shape: 'square', size: 17, role: 'document', ring: 'gold', mark: String(node.rank) }
        : { shape: 'square', size: 13, role: 'document', ring: null, mark: String(node.rank) };
    case 'answer':
      if (node.text === null)
        return { shape: 'hexagon', size: 17, role: 'missing', ring: 'missing', mark: '∅' };
      if (node.correct === null) return { shape: 'hexagon', size: 17, role: 'answer', ring: null, mark: '!' };
      return node.correct
        ? { shape: 'hexagon', size: 17, role: 'right', ring: null, mark: '✓' }
        : { shape: 'hexagon', size: 17, role: 'wrong', ring: null, mark: '✗' };
  }
}

export function edgeLook(edge: GraphEdge): EdgeLook {
  switch (edge.kind) {
    case 'asked':
    case 'then':
    case 'answered':
      return { role: 'line', width: 2.5, arrow: true, dashed: false, strong: false };
    case 'retrieved':
      return { role: edge.gold ? 'gold' : 'line', width: 1.8, arrow: false, dashed: false, strong: false };
    case 'ledTo':
      return { role: 'led', width: 3.5, arrow: true, dashed: false, strong: true };
    case 'supports':
      return { role: 'support', width: 3.5, arrow: true, dashed: true, strong: true };
  }
}
