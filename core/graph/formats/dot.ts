import { visible } from '../../visible';
import type { GraphEdge, GraphNode, RolloutGraph } from '../rollout/model';

/** Graphviz's shapes and line styles: what a node or an edge is must be seen without colours. */
const SHAPES: Readonly<Record<GraphNode['kind'], string>> = {
  question: 'house',
  query: 'ellipse',
  document: 'box',
  answer: 'octagon',
};
const STYLES: Readonly<Record<GraphEdge['kind'], string>> = {
  asked: 'solid',
  then: 'bold',
  retrieved: 'solid',
  ledTo: 'dashed',
  supports: 'dotted',
  answered: 'bold',
};

/** One `digraph` of Graphviz's DOT language. Gold documents and right answers have a second outline. */
export function dotOf({ id, nodes, edges, leftOut }: RolloutGraph): string {
  const lines = [
    `digraph ${text(id)} {`,
    '  rankdir=LR;',
    ...(leftOut ? [`  label=${label(leftOut.reason)};`] : []),
    ...nodes.map((node) => `  ${text(node.id)} [${nodeAttributes(node)}];`),
    ...edges.map((edge) => `  ${text(edge.from)} -> ${text(edge.to)} [${edgeAttributes(edge)}];`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function nodeAttributes(node: GraphNode): string {
  const ringed = (node.kind === 'document' && node.gold) || (node.kind === 'answer' && node.correct === true);
  const outline = ringed ? ', peripheries=2' : '';
  return `shape=${SHAPES[node.kind]}${outline}, label=${label(node.label)}, tooltip=${label(node.reason)}`;
}

function edgeAttributes({ kind, label: words, reason }: GraphEdge): string {
  return `style=${STYLES[kind]}, label=${label(words)}, tooltip=${label(reason)}`;
}

/**
 * A string that Graphviz reads as a label: a backslash would begin an escape (`\N`), an ampersand an entity. In quotes
 * nothing begins HTML.
 */
function label(value: string): string {
  return quote(oneLine(value).replaceAll('&', '&amp;').replaceAll('\\', '\\\\'));
}

/** A string that is a name: DOT knows one escape in those, that of the quote. */
function text(value: string): string {
  // A backslash at the end would escape the quote that closes the string.
  return quote(oneLine(value).replaceAll('\\', '/'));
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '\\"')}"`;
}

function oneLine(value: string): string {
  return visible(value).replace(/\s+/g, ' ');
}
