import type { RolloutGraphView } from '../../../core/protocol/graph';
import type { PlacedNode } from '../../../core/graph/layout';
import type { GraphEdge, GraphNode } from '../../../core/graph/rollout/model';
import { edgeLook, nodeLook, type EdgeLook, type NodeLook } from './looks';
import { routesOf, type Route } from './routes';

/** A node as it is drawn. */
export interface SceneNode extends NodeLook {
  readonly node: GraphNode;
  readonly place: PlacedNode;
  /** What is written beside it. */
  readonly label: string;
  /** Room for the label to its right, in the layout's pixels; infinite where nothing stands there. */
  readonly room: number;
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

export function sceneOf({ graph, layout }: RolloutGraphView): Scene {
  const places = new Map(layout.nodes.map((place) => [place.id, place]));
  const columns = [...new Set(layout.nodes.map(({ x }) => x))].sort((one, other) => one - other);
  const kinds = new Map(graph.nodes.map(({ id, kind }) => [id, kind]));
  // Documents leave the middle free, so that a query may be as long as the way to the next one.
  const others = [...new Set(layout.nodes.flatMap(({ id, x }) => (kinds.get(id) === 'document' ? [] : [x])))];
  const nodes = new Map(
    graph.nodes.flatMap((node): [string, SceneNode][] => {
      const place = places.get(node.id);
      if (!place) return [];
      const next = (node.kind === 'document' ? columns : others).filter((x) => x > place.x);
      const room = next.length === 0 ? Infinity : Math.min(...next) - place.x;
      const star = node.kind === 'document' && node.gold ? '★ ' : '';
      return [[node.id, { ...nodeLook(node), node, place, room, label: star + node.label }]];
    }),
  );
  const routes = routesOf(graph.edges, layout.nodes);
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
