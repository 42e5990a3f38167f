import { crossingsOf, type Span } from './crossings';

/** Passes over all layers, there and back; later ones hardly help (Sugiyama, Tagawa and Toda 1981). */
const MOST_ROUNDS = 8;

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Layers in a better order, and how many pairs of edges cross in it. */
export interface Ordered {
  readonly layers: readonly (readonly string[])[];
  readonly crossings: number;
}

/**
 * Orders the nodes of each layer by the barycentre of their neighbours in the layers to the left, then of those to the
 * right, and so on; the order with the fewest crossings wins, of equals the first. Nodes without such neighbours stay
 * at their height. The same input gives the same order. O(n log n) a round.
 */
export function withFewerCrossings(layers: readonly (readonly string[])[], links: readonly Link[]): Ordered {
  const layerOf = new Map(layers.flatMap((ids, layer) => ids.map((id): [string, number] => [id, layer])));
  const neighbours = neighboursOf(layerOf, links);
  let best: Ordered = { layers, crossings: countIn(layers, layerOf, links) };
  let order = layers;
  for (let round = 0; round < MOST_ROUNDS && best.crossings > 0; round += 1) {
    const before = order;
    for (const side of ['left', 'right'] as const) {
      order = sweep(order, neighbours, side);
      const crossings = countIn(order, layerOf, links);
      if (crossings < best.crossings) best = { layers: order, crossings };
    }
    if (isSame(before, order)) break;
  }
  return best;
}

interface Neighbours {
  readonly left: string[];
  readonly right: string[];
}

function neighboursOf(
  layerOf: ReadonlyMap<string, number>,
  links: readonly Link[],
): ReadonlyMap<string, Neighbours> {
  const all = new Map(
    Array.from(layerOf.keys(), (id): [string, Neighbours] => [id, { left: [], right: [] }]),
  );
  for (const { from, to } of links) {
    const [a, b] = [layerOf.get(from) ?? 0, layerOf.get(to) ?? 0];
    if (a === b) continue;
    const [left, right] = a < b ? [from, to] : [to, from];
    all.get(left)?.right.push(right);
    all.get(right)?.left.push(left);
  }
  return all;
}

function sweep(
  layers: readonly (readonly string[])[],
  neighbours: ReadonlyMap<string, Neighbours>,
  side: 'left' | 'right',
): readonly (readonly string[])[] {
  const heights = new Map(
    layers.flatMap((ids) => ids.map((id, row): [string, number] => [id, heightOf(row, ids.length)])),
  );
  const result: (readonly string[])[] = [...layers];
  const indices = Array.from(layers.keys());
  for (const index of side === 'left' ? indices : indices.reverse()) {
    const ids = layers[index] ?? [];
    const centres = ids.map((id, row) => {
      const near = neighbours.get(id)?.[side] ?? [];
      const sum = near.reduce((total, each) => total + (heights.get(each) ?? 0), 0);
      return { id, row, centre: near.length > 0 ? sum / near.length : (heights.get(id) ?? 0) };
    });
    const sorted = centres.sort((a, b) => a.centre - b.centre || a.row - b.row).map(({ id }) => id);
    for (const [row, id] of sorted.entries()) heights.set(id, heightOf(row, sorted.length));
    result[index] = sorted;
  }
  return result;
}

/** Height of a row in rows, 0 in the middle of its layer. */
function heightOf(row: number, rows: number): number {
  return row - (rows - 1) / 2;
}

function countIn(
  layers: readonly (readonly string[])[],
  layerOf: ReadonlyMap<string, number>,
  links: readonly Link[],
): number {
  const rows = new Map(layers.flatMap((ids) => ids.map((id, row): [string, number] => [id, row])));
  return crossingsOf(
    links.flatMap(({ from, to }): Span[] => {
      const [a, b] = [layerOf.get(from) ?? 0, layerOf.get(to) ?? 0];
      if (a === b) return [];
      const [left, right] = a < b ? [from, to] : [to, from];
      return [
        {
          leftLayer: Math.min(a, b),
          rightLayer: Math.max(a, b),
          left: rows.get(left) ?? 0,
          right: rows.get(right) ?? 0,
        },
      ];
    }),
  );
}

function isSame(left: readonly (readonly string[])[], right: readonly (readonly string[])[]): boolean {
  return left.every((ids, layer) => ids.every((id, row) => right[layer]?.[row] === id));
}
