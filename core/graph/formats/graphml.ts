import type { GraphEdge, GraphNode, RolloutGraph } from '../rollout/model';

type Value = string | number | boolean | null;

/** What GraphML keeps of nodes and edges: name, type, and how to read it. */
interface Key<Item> {
  readonly name: string;
  readonly type: 'string' | 'int' | 'double' | 'boolean';
  readonly of: (item: Item) => Value;
}

const NODE_KEYS: readonly Key<GraphNode>[] = [
  { name: 'kind', type: 'string', of: ({ kind }) => kind },
  { name: 'label', type: 'string', of: ({ label }) => label },
  { name: 'reason', type: 'string', of: ({ reason }) => reason },
  { name: 'start', type: 'int', of: ({ range }) => range?.start ?? null },
  { name: 'end', type: 'int', of: ({ range }) => range?.end ?? null },
  { name: 'turn', type: 'int', of: turnOf },
  { name: 'text', type: 'string', of: (node) => (node.kind === 'document' ? node.excerpt : node.text) },
  { name: 'title', type: 'string', of: (node) => (node.kind === 'document' ? node.title : null) },
  { name: 'rank', type: 'int', of: (node) => (node.kind === 'document' ? node.rank : null) },
  { name: 'times', type: 'int', of: (node) => (node.kind === 'document' ? node.occurrences.length : null) },
  { name: 'gold', type: 'boolean', of: (node) => ('gold' in node ? node.gold : null) },
  { name: 'correct', type: 'boolean', of: (node) => (node.kind === 'answer' ? node.correct : null) },
];

const EDGE_KEYS: readonly Key<GraphEdge>[] = [
  { name: 'kind', type: 'string', of: ({ kind }) => kind },
  { name: 'label', type: 'string', of: ({ label }) => label },
  { name: 'reason', type: 'string', of: ({ reason }) => reason },
  { name: 'rank', type: 'int', of: (edge) => (edge.kind === 'retrieved' ? edge.rank : null) },
  { name: 'score', type: 'double', of: (edge) => (edge.kind === 'retrieved' ? edge.score : null) },
  { name: 'gold', type: 'boolean', of: (edge) => (edge.kind === 'retrieved' ? edge.gold : null) },
];

function turnOf(node: GraphNode): number | null {
  if (node.kind === 'query') return node.turn;
  return node.kind === 'document' ? (node.occurrences[0]?.turn ?? null) : null;
}

/** What stands before the graphs of a GraphML file: its keys. */
export const GRAPHML_HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
  ...keys('node', NODE_KEYS),
  ...keys('edge', EDGE_KEYS),
  '',
].join('\n');

export const GRAPHML_TAIL = '</graphml>\n';

function keys(target: 'node' | 'edge', all: readonly Key<never>[]): string[] {
  return all.map(
    ({ name, type }) =>
      `  <key id="${target}.${name}" for="${target}" attr.name="${name}" attr.type="${type}"/>`,
  );
}

/** One `graph` element (GraphML 1.0). Values that are null are left out. */
export function graphmlOf({ id, nodes, edges, leftOut }: RolloutGraph, number: number): string {
  const lines = [
    `  <graph id="graph-${number}" edgedefault="directed">`,
    `    <desc>${escaped(leftOut ? `${id}. ${leftOut.reason}` : id)}</desc>`,
    ...nodes.map((node) => `    <node id="${node.id}">${dataOf('node', NODE_KEYS, node)}</node>`),
    ...edges.map(
      (edge) =>
        `    <edge id="${edge.id}" source="${edge.from}" target="${edge.to}">${dataOf('edge', EDGE_KEYS, edge)}</edge>`,
    ),
    '  </graph>',
  ];
  return `${lines.join('\n')}\n`;
}

function dataOf<Item>(target: 'node' | 'edge', all: readonly Key<Item>[], item: Item): string {
  return all
    .map(({ name, of }) => ({ name, value: of(item) }))
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `<data key="${target}.${name}">${escaped(String(value))}</data>`)
    .join('');
}

/** Characters that no XML 1.0 document may hold, not even as references; halves of surrogate pairs among them. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser makes it a line feed otherwise.
  '\r': '&#13;',
};

function escaped(value: string): string {
  return value
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\u007f-\u009f]/g, (character) => `&#${character.charCodeAt(0)};`);
}
