import type { GraphNode, RolloutGraph } from '../../../core/graph/rollout/model';

interface Filters {
  /** Only documents that hold a gold. */
  readonly goldOnly: boolean;
  /** Only documents that led to a query or support the answer. */
  readonly usefulOnly: boolean;
}

/** Ids of the nodes that the filters let through; they hold back documents alone. */
export function visibleIds(
  { nodes, edges }: RolloutGraph,
  { goldOnly, usefulOnly }: Filters,
): ReadonlySet<string> {
  const led = new Set(
    edges.filter(({ kind }) => kind === 'ledTo' || kind === 'supports').map(({ from }) => from),
  );
  const passes = (node: GraphNode): boolean =>
    node.kind !== 'document' || ((!goldOnly || node.gold) && (!usefulOnly || led.has(node.id)));
  return new Set(nodes.filter(passes).map(({ id }) => id));
}

/** Ids of the nodes that say a text, whatever its case; null where nothing is looked for. */
export function matchingIds(nodes: readonly GraphNode[], text: string): ReadonlySet<string> | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  return new Set(nodes.filter((node) => said(node).toLowerCase().includes(wanted)).map(({ id }) => id));
}

function said(node: GraphNode): string {
  const texts = node.kind === 'document' ? [node.title, node.excerpt] : [node.text];
  return [node.label, ...texts].join('\n');
}
