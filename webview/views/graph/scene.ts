import type { RolloutGraphView } from '../../../core/protocol/graph';
import type { PlacedNode } from '../../../core/graph/layout';
import type { GraphEdge, GraphNode } from '../../../core/graph/rollout/model';
import { edgeLook, nodeLook, type EdgeLook, type NodeLook } from './looks';
import { placesOf } from './places';
import { routesOf, type Route } from './routes';

/** A node as it is drawn. */
export interface SceneNode extends NodeLook {
  readonly node: GraphNode;
  readonly place: PlacedNode;
  /** What is written beside it. */
  readonly label: string;
  /** How far the next node to its right is in its row, in the layout's pixels; infinite where there is none. */
  readonly room: number;
  /** How far the next layer is, likewise. */
  readonly toNext: number;
}

export interface SceneEdge extends EdgeLook {
  readonly edge: GraphEdge;
  readonly from: SceneNode;
  readonly to: SceneNode;
  readonly route: Route;
}

/** A graph with all that does not depend on the theme or on what the reader chose. */
export interface Scene {
  readonly nodes: ReadonlyMap<string, SceneNode>;
  readonly edges: readonly SceneEdge[];
}

/** Nodes nearer to a row than this stand in the way of a label of that row, in half rows. */
const BAND = 0.8;

export function sceneOf({ graph, layout }: RolloutGraphView): Scene {
  const { nodes: placed, halfRow } = placesOf(layout);
  const places = new Map(placed.map((place) => [place.id, place]));
  const nodes = new Map(
    graph.nodes.flatMap((node): [string, SceneNode][] => {
      const place = places.get(node.id);
      if (!place) return [];
      const right = placed
        .filter(({ x }) => x > place.x)
        .map(({ x, y }) => ({ x, off: Math.abs(y - place.y) }));
      const toNext = Math.min(...right.map(({ x }) => x)) - place.x;
      const room = Math.min(...right.filter(({ off }) => off < BAND * halfRow).map(({ x }) => x)) - place.x;
      const star = node.kind === 'document' && node.gold ? '★ ' : '';
      return [[node.id, { ...nodeLook(node), node, place, room, toNext, label: star + node.label }]];
    }),
  );
  const routes = routesOf(graph.edges, placed, halfRow);
  const edges = graph.edges.flatMap((edge): SceneEdge[] => {
    const [from, to, route] = [nodes.get(edge.from), nodes.get(edge.to), routes.get(edge.id)];
    return from && to && route ? [{ ...edgeLook(edge), edge, from, to, route }] : [];
  });
  return { nodes, edges };
}

/** What the reader sees of a scene. */
export interface Choice {
  readonly visible: ReadonlySet<string>;
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Nodes that were looked for, or null. */
  readonly matches: ReadonlySet<string> | null;
}

/** Ids of the nodes that stand out: what was looked for, else what is chosen with its neighbours; null for all. */
export function emphasised(
  { edges }: Scene,
  { selected, hovered, matches }: Choice,
): ReadonlySet<string> | null {
  if (matches) return matches;
  const chosen = hovered ?? selected;
  if (chosen === null) return null;
  const near = edges.flatMap(({ edge: { from, to } }) =>
    from === chosen ? [to] : to === chosen ? [from] : [],
  );
  return new Set([chosen, ...near]);
}
