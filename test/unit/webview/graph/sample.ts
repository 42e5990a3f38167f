import { layoutOf } from '../../../../core/graph/layout';
import type { RolloutGraphView } from '../../../../core/protocol/graph';
import { answered, graphOf, searched } from '../../graph/build';

/** Two searches: the first document names what the second query asks, one document comes back twice, the last holds the answer. */
export function sample(): RolloutGraphView {
  const text = [
    searched('who wrote Blue Salt', ['Blue Salt', 'A song by Mirelle Astor.'], ['Salt', 'A mineral.']),
    searched('Mirelle Astor born', ['Mirelle Astor', 'She was born in Orlen.'], ['Salt', 'A mineral.']),
    answered('Orlen'),
  ].join('');
  const graph = graphOf(text, { question: 'Where was the author of Blue Salt born?', golds: ['Orlen'] });
  const reveal = Object.fromEntries(graph.nodes.map(({ id, range }) => [id, range ?? { start: 0, end: 0 }]));
  return { graph, layout: layoutOf(graph), reveal };
}
