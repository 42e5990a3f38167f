import type { PlacedNode } from '../../../core/graph/layout';
import type { GraphEdge } from '../../../core/graph/rollout/model';

/**
 * The way of an edge from left to right: it goes to a lane in the first gap between layers, along it past the nodes of
 * the layers between, and to its end in the last gap. An edge to the next layer has one bend.
 */
export interface Route {
  /** Height of the lane, in the layout's pixels. */
  readonly lane: number;
  /** Share of the way that each bend takes, above 0; 1 where there is one bend. */
  readonly bend: number;
}

/** How near to the middle of a node an edge may come, in half rows. */
const CLEAR = 0.8;
/** Lanes tried on either side: beyond, an edge may pass behind a node. */
const TRIES = 80;

/** A route for each edge whose ends are placed; `halfRow` is half of the distance of two rows. */
export function routesOf(
  edges: readonly GraphEdge[],
  placed: readonly PlacedNode[],
  halfRow: number,
): ReadonlyMap<string, Route> {
  const nodes = new Map(placed.map((node) => [node.id, node]));
  const heights = heightsByLayer(placed);
  return new Map(
    edges.flatMap((edge): [string, Route][] => {
      const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
      return from && to ? [[edge.id, routeOf(from, to, heights, halfRow)]] : [];
    }),
  );
}

/** Height of an edge at a share (0 to 1) of its way from left to right. */
export function heightAt({ lane, bend }: Route, from: number, to: number, share: number): number {
  return from + smooth(0, bend, share) * (lane - from) + smooth(1 - bend, 1, share) * (to - lane);
}

function routeOf(
  from: PlacedNode,
  to: PlacedNode,
  heights: ReadonlyMap<number, readonly number[]>,
  halfRow: number,
): Route {
  const layers = Math.abs(to.layer - from.layer);
  if (layers < 2) return { lane: to.y, bend: 1 };
  const between: number[] = [];
  for (let layer = Math.min(from.layer, to.layer) + 1; layer < Math.max(from.layer, to.layer); layer++) {
    between.push(...(heights.get(layer) ?? []));
  }
  return { lane: laneBetween(from.y, to.y, between, halfRow), bend: 1 / layers };
}

/** The lane with the shortest way that comes near to no node: on the way, else as little out of it as can be. */
function laneBetween(from: number, to: number, taken: readonly number[], step: number): number {
  const isFree = (lane: number): boolean => taken.every((height) => Math.abs(height - lane) >= CLEAR * step);
  const near = Math.round(from / step) * step;
  let best: number | null = null;
  const way = (lane: number): number =>
    Math.abs(lane - from) + Math.abs(to - lane) + Math.abs(lane - from) / 100;
  for (let count = -TRIES; count <= TRIES; count++) {
    const lane = near + count * step;
    if (isFree(lane) && (best === null || way(lane) < way(best))) best = lane;
  }
  return best ?? to;
}

function heightsByLayer(placed: readonly PlacedNode[]): ReadonlyMap<number, readonly number[]> {
  const heights = new Map<number, number[]>();
  for (const { layer, y } of placed) {
    const known = heights.get(layer);
    if (known) known.push(y);
    else heights.set(layer, [y]);
  }
  return heights;
}

/** GLSL's smoothstep: 0 before `start`, 1 from `end` on, level at both. */
function smooth(start: number, end: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - start) / (end - start)));
  return share * share * (3 - 2 * share);
}
