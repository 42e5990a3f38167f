import type { RolloutGraph } from '../rollout/model';
import { dotOf } from './dot';
import { GRAPHML_HEAD, GRAPHML_TAIL, graphmlOf } from './graphml';

/** A way to write graphs: a head, each graph, a tail. */
export interface GraphFormat {
  readonly id: string;
  readonly head: string;
  readonly tail: string;
  /** One graph with its line end; `number` counts the graphs of the output, from 0. */
  write(graph: RolloutGraph, number: number): string;
}

const ndjson: GraphFormat = {
  id: 'ndjson',
  head: '',
  tail: '',
  write: (graph) => `${JSON.stringify(graph)}\n`,
};
const dot: GraphFormat = { id: 'dot', head: '', tail: '', write: dotOf };
const graphml: GraphFormat = { id: 'graphml', head: GRAPHML_HEAD, tail: GRAPHML_TAIL, write: graphmlOf };

/** Every way to write graphs; the first is the default. */
export const graphFormats: readonly GraphFormat[] = [ndjson, dot, graphml];
