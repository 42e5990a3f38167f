import { describe, expect, it } from 'vitest';
import { crossingsOf, type Span } from '../../../core/graph/layered/crossings';
import { withFewerCrossings } from '../../../core/graph/layered/sweeps';
import {
  type GraphLayout,
  layoutOf,
  NODE_HEIGHT,
  NODE_WIDTH,
  type PlacedNode,
} from '../../../core/graph/layout';
import { answered, graphOf, searched } from './build';

const span = (left: number, right: number, leftLayer = 0, rightLayer = 1): Span => ({
  left,
  right,
  leftLayer,
  rightLayer,
});

describe('crossings', () => {
  it.each([
    ['none side by side', [span(0, 0), span(1, 1)], 0],
    ['one of an X', [span(0, 1), span(1, 0)], 1],
    ['none at a common end', [span(0, 0), span(0, 1), span(1, 1)], 0],
    ['three of three turned around', [span(0, 2), span(1, 1), span(2, 0)], 3],
    ['none between other layers', [span(0, 1), span(1, 0, 1, 2)], 0],
  ])('%s', (_what, spans, expected) => {
    expect(crossingsOf(spans)).toBe(expected);
  });

  it('are as many as comparing every pair says', () => {
    let seed = 7;
    const next = (): number => (seed = (seed * 48271) % 2147483647) % 30;
    const spans = Array.from({ length: 400 }, () => span(next(), next()));
    const pairs = spans.flatMap((a, at) =>
      spans.slice(at + 1).filter((b) => (a.left - b.left) * (a.right - b.right) < 0),
    );
    expect(crossingsOf(spans)).toBe(pairs.length);
  });
});

describe('sweeps', () => {
  it('undo an X', () => {
    const links = [
      { from: 'a', to: 'y' },
      { from: 'b', to: 'x' },
    ];
    const { layers, crossings } = withFewerCrossings(
      [
        ['a', 'b'],
        ['x', 'y'],
      ],
      links,
    );
    expect(crossings).toBe(0);
    expect(layers).toEqual([
      ['a', 'b'],
      ['y', 'x'],
    ]);
  });

  it('never make it worse, and leave what has no crossings as it is', () => {
    const layers = [
      ['a', 'b'],
      ['x', 'y'],
    ];
    expect(withFewerCrossings(layers, [{ from: 'a', to: 'x' }]).layers).toEqual(layers);
    // K(2,2) has one crossing in any order.
    const all = ['a', 'b'].flatMap((from) => ['x', 'y'].map((to) => ({ from, to })));
    expect(withFewerCrossings(layers, all)).toEqual({ layers, crossings: 1 });
  });
});

const shared = ['A', 'B', 'C', 'D'].map((title) => [title, `passage of ${title}`] as const);
const text =
  searched('q', ...shared) +
  searched('r', ...[...shared].reverse(), ['E', 'passage of E']) +
  searched('s', ['F', 'Melka'], ['E', 'passage of E']) +
  answered('Melka');

/** Pairs of nodes whose boxes have a point in common. */
function overlaps({ nodes }: GraphLayout): [PlacedNode, PlacedNode][] {
  return nodes.flatMap((a, at) =>
    nodes
      .slice(at + 1)
      .filter((b) => Math.abs(a.x - b.x) < NODE_WIDTH && Math.abs(a.y - b.y) < NODE_HEIGHT)
      .map((b): [PlacedNode, PlacedNode] => [a, b]),
  );
}

describe('a layout', () => {
  const graph = graphOf(text);
  const layout = layoutOf(graph);

  it('has a place for every node, in layers by turn', () => {
    expect(layout.nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
    const layers = Object.fromEntries(layout.nodes.map(({ id, layer }) => [id, layer]));
    expect(layers).toEqual({
      question: 0,
      'query-0-0': 1,
      'document-0-0': 2,
      'document-0-1': 2,
      'document-0-2': 2,
      'document-0-3': 2,
      'query-1-0': 3,
      'document-1-4': 4,
      'query-2-0': 5,
      'document-2-0': 6,
      answer: 7,
    });
    expect(layout.layers).toBe(8);
  });

  it('has no overlaps, and lies inside its size', () => {
    expect(overlaps(layout)).toEqual([]);
    for (const { x, y } of layout.nodes) {
      expect(x - NODE_WIDTH / 2 >= -NODE_WIDTH / 2 && x + NODE_WIDTH / 2 <= layout.width).toBe(true);
      expect(Math.abs(y) + NODE_HEIGHT / 2).toBeLessThanOrEqual(layout.height / 2);
    }
  });

  it('keeps the middle free for the way from query to query', () => {
    const middle = layout.nodes.filter(({ y }) => Math.abs(y) < NODE_HEIGHT / 2).map(({ id }) => id);
    expect(middle).toEqual(['question', 'query-0-0', 'query-1-0', 'query-2-0', 'answer']);
  });

  it('is the same every time, and plain data', () => {
    expect(layoutOf(graphOf(text))).toEqual(layout);
    expect(JSON.parse(JSON.stringify(layout))).toEqual(layout);
  });

  it('crosses less than the order in which documents came back', () => {
    const calls = (queries: readonly string[][]): string =>
      queries
        .map(([query = '', ...titles]) =>
          searched(query, ...titles.map((title) => [title, `about ${title}`] as const)),
        )
        .join('');
    const tangled = graphOf(
      calls([
        ['q', 'A', 'B', 'C', 'D'],
        ['r', 'D'],
        ['s', 'B'],
        ['t', 'A', 'C'],
      ]) + answered('x'),
    );
    const [first, ...others] = ['document-0-0', 'document-0-1', 'document-0-2', 'document-0-3'];
    const ids = new Set([first, ...others]);
    expect(tangled.nodes.filter(({ id }) => ids.has(id))).toHaveLength(4);
    expect(layoutOf(tangled).crossings).toBe(0);
  });

  it('holds 5,000 documents of 500 queries', () => {
    const big = Array.from({ length: 500 }, (_, turn) =>
      searched(
        `q${turn}`,
        ...Array.from(
          { length: 10 },
          (_unused, at) => [`T${(turn * 7 + at * 13) % 5000} ${turn % 2 === 0 ? '' : at}`, 'x'] as const,
        ),
      ),
    ).join('');
    const graph5000 = graphOf(big, {}, { documents: 5000, queries: 500 });
    const placed = layoutOf(graph5000);
    expect(placed.nodes).toHaveLength(graph5000.nodes.length);
    const seen = new Set(placed.nodes.map(({ x, y }) => `${x} ${y}`));
    expect(seen.size).toBe(placed.nodes.length);
  });
});
