import type { UncheckedRollout } from '../../../core/findings/rule';
import { rolloutGraph } from '../../../core/graph/rollout-graph';
import type { DocumentNode, GraphEdge, GraphOptions, RolloutGraph } from '../../../core/graph/rollout/model';
import type { Dialect } from '../../../core/trace/dialect';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { rolloutOf } from '../findings/build';
import { wholeText } from '../trace/support';

/** What a test says of a rollout beside its text. */
interface Told {
  readonly question?: string;
  readonly golds?: readonly string[];
  readonly dialect?: Dialect;
}

/** A text read as a rollout. */
export function parsed(text: string, { dialect = searchR1, ...wish }: Told = {}): UncheckedRollout {
  const parts = wholeText(text);
  return { ...rolloutOf([], wish), dialect: dialect.id, text, parts, ...dialect.parse(text, parts) };
}

/** One search of Search-R1 with its documents as title and text. */
export function searched(
  query: string,
  ...documents: readonly (readonly [title: string, text: string])[]
): string {
  const entries = documents.map(([title, text], at) => `Doc ${at + 1}(Title: "${title}") ${text}`);
  return `<think>t</think>\n<search> ${query} </search>\n\n<information>${entries.join('\n')}</information>\n\n`;
}

export function answered(text: string): string {
  return `<think>t</think>\n<answer> ${text} </answer>`;
}

export function graphOf(text: string, told: Told = {}, options: GraphOptions = {}): RolloutGraph {
  return rolloutGraph(parsed(text, told), options);
}

export function documentsOf({ nodes }: Pick<RolloutGraph, 'nodes'>): DocumentNode[] {
  return nodes.filter((node): node is DocumentNode => node.kind === 'document');
}

/** Ends of the edges of a kind, as `from>to`. */
export function joined({ edges }: Pick<RolloutGraph, 'edges'>, kind: GraphEdge['kind']): string[] {
  return edges.filter((edge) => edge.kind === kind).map(({ from, to }) => `${from}>${to}`);
}

/** What is wrong with a graph: ends that do not exist, ids that are not unique, texts that are not one clean line. */
export function faultsOf({ nodes, edges }: RolloutGraph): string[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const edgeIds = new Set(edges.map(({ id }) => id));
  const loose = edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to)).map(({ id }) => `loose ${id}`);
  const dirty = [...nodes, ...edges]
    .filter(
      ({ label, reason }) =>
        label === '' || /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e]/u.test(label + reason),
    )
    .map(({ id }) => `not a clean line: ${id}`);
  return [
    ...(ids.size < nodes.length ? ['two nodes have one id'] : []),
    ...(edgeIds.size < edges.length ? ['two edges have one id'] : []),
    ...[...ids, ...edgeIds].filter((id) => !/^[\w.-]+$/.test(id)).map((id) => `no XML name: ${id}`),
    ...(nodes.filter(({ kind }) => kind === 'question').length === 1 ? [] : ['not one question']),
    ...(nodes.filter(({ kind }) => kind === 'answer').length === 1 ? [] : ['not one answer']),
    ...loose,
    ...dirty,
  ];
}
