import type { GraphEdge, GraphNode, RolloutGraph } from '../../../core/graph/rollout/model';

/** A node in the order in which a rollout is read. */
export interface Row {
  readonly node: GraphNode;
  /** What it is: "Query 2", "Document". */
  readonly name: string;
  /** 1, or 2 for a document below what brought it first. */
  readonly level: number;
}

/** A node at the other end of an edge. */
export interface Link {
  readonly edge: GraphEdge;
  readonly other: Row;
  /** Whether the edge leads to the other node. */
  readonly outgoing: boolean;
}

/** Question, queries each with the documents that it was the first to bring, by rank, then the answer. */
export function rowsOf({ nodes, edges }: RolloutGraph): Row[] {
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const below = new Map<string, { readonly node: GraphNode; readonly rank: number }[]>();
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const firstEdges = new Map<string, Extract<GraphEdge, { kind: 'retrieved' }>>();
  for (const edge of edges) {
    if (edge.kind !== 'retrieved') continue;
    const known = firstEdges.get(edge.to);
    if (!known || (places.get(edge.from) ?? 0) < (places.get(known.from) ?? 0)) firstEdges.set(edge.to, edge);
  }
  for (const { from, to, rank } of firstEdges.values()) {
    const node = nodeOf.get(to);
    if (!node) continue;
    const known = below.get(from);
    if (known) known.push({ node, rank });
    else below.set(from, [{ node, rank }]);
  }
  const alone = nodes.filter(({ id, kind }) => kind === 'document' && !firstEdges.has(id));
  const several = turnsWithSeveral(nodes);
  const row = (node: GraphNode, level: number): Row => ({ node, level, name: nameOf(node, several) });
  return nodes
    .filter(({ kind }) => kind !== 'document')
    .flatMap((node) => [
      ...(node.kind === 'answer' ? alone.map((document) => row(document, 1)) : []),
      row(node, 1),
      ...(below.get(node.id) ?? [])
        .sort((one, other) => one.rank - other.rank)
        .map((each) => row(each.node, 2)),
    ]);
}

/** The edges of a node with what they lead to, in reading order, those that come in first. */
export function linksOf(id: string, edges: readonly GraphEdge[], rows: readonly Row[]): Link[] {
  const places = new Map(rows.map(({ node }, index) => [node.id, index]));
  const links = edges.flatMap((edge): (Link & { readonly place: number })[] => {
    if (edge.from !== id && edge.to !== id) return [];
    const outgoing = edge.from === id;
    const place = places.get(outgoing ? edge.to : edge.from);
    const other = place === undefined ? undefined : rows[place];
    return other && place !== undefined ? [{ edge, other, outgoing, place }] : [];
  });
  return links.sort((one, two) => Number(one.outgoing) - Number(two.outgoing) || one.place - two.place);
}

/** Edges in the order of their beginnings, then of their ends; those without both ends among the rows are left out. */
export function sortedEdges(
  edges: readonly GraphEdge[],
  rows: readonly Row[],
): { readonly edge: GraphEdge; readonly from: Row; readonly to: Row }[] {
  const places = new Map(rows.map(({ node }, index) => [node.id, index]));
  return edges
    .flatMap((edge) => {
      const from = places.get(edge.from) ?? -1;
      const to = places.get(edge.to) ?? -1;
      const [one, other] = [rows[from], rows[to]];
      return one && other ? [{ edge, from: one, to: other, places: [from, to] as const }] : [];
    })
    .sort((one, two) => one.places[0] - two.places[0] || one.places[1] - two.places[1])
    .map(({ edge, from, to }) => ({ edge, from, to }));
}

function turnsWithSeveral(nodes: readonly GraphNode[]): ReadonlySet<number> {
  return new Set(nodes.flatMap((node) => (node.kind === 'query' && node.number > 0 ? [node.turn] : [])));
}

function nameOf(node: GraphNode, several: ReadonlySet<number>): string {
  switch (node.kind) {
    case 'question':
      return 'Question';
    case 'query':
      return several.has(node.turn) ? `Query ${node.turn + 1}.${node.number + 1}` : `Query ${node.turn + 1}`;
    case 'document':
      return 'Document';
    case 'answer':
      return 'Answer';
  }
}
