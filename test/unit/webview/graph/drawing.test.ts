import { describe, expect, it } from 'vitest';
import { layoutOf, type PlacedNode } from '../../../../core/graph/layout';
import type { GraphEdge } from '../../../../core/graph/rollout/model';
import { boxAt, cut, withoutOverlap } from '../../../../webview/views/graph/labels';
import { edgeLook, nodeLook } from '../../../../webview/views/graph/looks';
import { placesOf } from '../../../../webview/views/graph/places';
import { heightAt, routesOf } from '../../../../webview/views/graph/routes';
import { emphasised, sceneOf } from '../../../../webview/views/graph/scene';
import { answered, graphOf, searched } from '../../graph/build';
import { sample } from './sample';

const HALF_ROW = 36;

function edge(from: string, to: string): GraphEdge {
  return { id: `${from}.supports.${to}`, kind: 'supports', from, to, label: '', reason: '' };
}

function place(id: string, layer: number, y: number): PlacedNode {
  return { id, layer, row: 0, x: layer * 140, y };
}

describe('ways of edges', () => {
  it('bend once to the next layer', () => {
    const nodes = [place('a', 0, 0), place('b', 1, 100)];
    const route = routesOf([edge('a', 'b')], nodes, HALF_ROW).get('a.supports.b');
    expect(route).toEqual({ lane: 100, bend: 1 });
    if (route) expect([0, 0.5, 1].map((share) => heightAt(route, 0, 100, share))).toEqual([0, 50, 100]);
  });

  it('pass between the rows of the layers between', () => {
    const rows = [-1.5, -0.5, 0.5, 1.5].map((row, at) => place(`m${at}`, 1, row * 2 * HALF_ROW));
    const nodes = [place('a', 0, HALF_ROW), place('b', 2, HALF_ROW), ...rows];
    const route = routesOf([edge('a', 'b')], nodes, HALF_ROW).get('a.supports.b');
    expect(route?.bend).toBe(0.5);
    for (const { y } of rows) expect(Math.abs((route?.lane ?? y) - y)).toBeGreaterThanOrEqual(0.8 * HALF_ROW);
    if (route) expect(heightAt(route, HALF_ROW, HALF_ROW, 0.5)).toBe(route.lane);
  });

  it('run past no node of a long rollout', () => {
    const turns = Array.from({ length: 5 }, (_, at) =>
      searched(
        `find T${at}`,
        ...Array.from({ length: at + 1 }, (_, n) => [`T${at + 1}`, `x${at} ${n} Orlen`] as const),
      ),
    );
    const graph = graphOf(turns.join('') + answered('Orlen'), { question: 'q', golds: ['Orlen'] });
    const { nodes: placed, halfRow } = placesOf(layoutOf(graph));
    const byId = new Map(placed.map((node) => [node.id, node]));
    let long = 0;
    for (const { id, from, to } of graph.edges) {
      const [start, end] = [byId.get(from), byId.get(to)];
      const route = routesOf(graph.edges, placed, halfRow).get(id);
      if (!start || !end || !route) throw new Error(`${id} has no way`);
      const between = placed.filter(
        ({ layer }) => layer > Math.min(start.layer, end.layer) && layer < Math.max(start.layer, end.layer),
      );
      if (between.length > 0) long++;
      for (const node of between) {
        const height = heightAt(route, start.y, end.y, (node.x - start.x) / (end.x - start.x));
        expect(Math.abs(height - node.y), `${id} at ${node.id}`).toBeGreaterThanOrEqual(0.8 * halfRow - 1e-9);
      }
    }
    expect(long).toBeGreaterThan(3);
  });
});

describe('labels', () => {
  const measure = (text: string): number => Array.from(text).length * 10;

  it('are cut to a width at whole characters', () => {
    expect(cut('Orlen', 50, measure)).toBe('Orlen');
    expect(cut('Orlen river', 60, measure)).toBe('Orlen…');
    expect(cut('😀😀😀😀', 30, measure)).toBe('😀😀…');
    expect(cut('Orlen', 5, measure)).toBe('');
  });

  it('never lie over each other; the first of a name that fits stands', () => {
    const box = (left: number, top: number) => ({ left, top, width: 100, height: 16 });
    const wanted = [
      { name: 'a', box: box(0, 0) },
      { name: 'b', box: box(50, 8) },
      { name: 'b', box: box(150, 8) },
      { name: 'b', box: box(300, 8) },
      { name: 'c', box: box(500, 0) },
    ];
    const taken = [{ left: 590, top: 10, width: 20, height: 20 }];
    expect(withoutOverlap(wanted, taken, ({ name }) => name).map(({ box: { left } }) => left)).toEqual([
      0, 150,
    ]);
  });

  it('are hit on top first, and not beside', () => {
    const boxes = [
      { id: 1, box: { left: 0, top: 0, width: 10, height: 10 } },
      { id: 2, box: { left: 5, top: 5, width: 10, height: 10 } },
    ];
    expect(boxAt(boxes, 7, 7)?.id).toBe(2);
    expect(boxAt(boxes, 2, 2)?.id).toBe(1);
    expect(boxAt(boxes, 20, 7)).toBeUndefined();
  });
});

describe('looks', () => {
  it('differ by shape and mark from kind to kind', () => {
    const { graph } = sample();
    const looks = graph.nodes.map((node) => ({ kind: node.kind, ...nodeLook(node) }));
    const shapes = new Map(looks.map(({ kind, shape }) => [kind, shape]));
    expect(new Set(shapes.values()).size).toBe(4);
    expect(looks.flatMap(({ kind, mark }) => (kind === 'query' ? [mark] : []))).toEqual(['1', '2']);
    expect(looks.at(-1)).toMatchObject({ mark: '✓', role: 'right', ring: null });
    const gold = looks.filter(({ ring }) => ring === 'gold');
    expect(gold.map(({ kind }) => kind)).toEqual(['document']);
  });

  it('show a missing answer, and one that nobody judged', () => {
    const look = (text: string) =>
      graphOf(text)
        .nodes.filter(({ kind }) => kind === 'answer')
        .map(nodeLook)[0];
    expect(look('<think>t</think>')).toMatchObject({ mark: '∅', ring: 'missing' });
    expect(look(answered('x'))).toMatchObject({ mark: '!', ring: null });
  });

  it('make those edges strong that explain', () => {
    const strong = sample().graph.edges.filter((each) => edgeLook(each).strong);
    expect(strong.map(({ kind }) => kind)).toEqual(['ledTo', 'supports']);
    expect(strong.map((each) => edgeLook(each).dashed)).toEqual([false, true]);
  });
});

describe('the scene', () => {
  const scene = sceneOf(sample());

  it('has every node and edge', () => {
    const { graph } = sample();
    expect([...scene.nodes.keys()]).toEqual(graph.nodes.map(({ id }) => id));
    expect(scene.edges.map((each) => each.edge.id)).toEqual(graph.edges.map(({ id }) => id));
  });

  it('leaves queries the row up to the next one, and nothing after the answer', () => {
    const [first, second] = [scene.nodes.get('query-0-0'), scene.nodes.get('query-1-0')];
    expect(first?.room).toBe((second?.place.x ?? 0) - (first?.place.x ?? 0));
    expect(first?.toNext).toBe((first?.room ?? 0) / 2);
    expect(scene.nodes.get('answer')?.room).toBe(Infinity);
  });

  it('makes what is chosen stand out with its neighbours, what is looked for alone', () => {
    const choice = { visible: new Set<string>(), selected: 'answer', hovered: null, matches: null };
    expect([...(emphasised(scene, choice) ?? [])]).toEqual(['answer', 'query-1-0', 'document-1-0']);
    expect(emphasised(scene, { ...choice, matches: new Set(['question']) })).toEqual(new Set(['question']));
    expect(emphasised(scene, { ...choice, selected: null })).toBeNull();
  });
});
