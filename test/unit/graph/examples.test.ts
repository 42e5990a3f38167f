/** Expectations read off the example files by eye. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type RolloutGraph, rolloutGraph } from '../../../core/graph/rollout-graph';
import type { Rollout } from '../../../core/trace/model';
import { rolloutsOf } from '../support/labelled';
import { documentsOf, faultsOf, joined } from './build';

describe('examples/search-r1/step_1.jsonl#10', () => {
  let rollout: Rollout | undefined;
  let graph: RolloutGraph;
  beforeAll(async () => {
    rollout = (await rolloutsOf('examples/search-r1/step_1.jsonl'))[10];
    if (!rollout) throw new Error('the example is gone');
    graph = rolloutGraph(rollout);
  });

  it('has three searches, seven passages and the answer', () => {
    expect(graph.id).toBe('step_1.jsonl#10');
    expect(graph.nodes.map(({ id, label }) => [id, label])).toEqual([
      ['question', 'Into what does the river flow that passes the birthplace of the composer Ansel …'],
      ['query-0-0', 'where was Ansel Torvik born'],
      ['query-1-0', 'Dunmarrow river'],
      ['query-2-0', 'Melva river flows into'],
      ['document-0-0', 'Ansel Torvik'],
      ['document-0-1', 'Hedda Lunde'],
      ['document-0-2', 'Dunmarrow'],
      ['document-1-0', 'Dunmarrow'],
      ['document-1-2', 'Orlen (river)'],
      ['document-2-0', 'Melva'],
      ['document-2-2', 'Cawl'],
      ['answer', 'Orlen'],
    ]);
    expect(graph.leftOut).toBeNull();
    expect(faultsOf(graph)).toEqual([]);
  });

  it('merges the passage that was cut the first time, and keeps the other of the same title apart', () => {
    const places = documentsOf(graph).map(({ occurrences }) =>
      occurrences.map(({ turn, rank }) => [turn, rank]),
    );
    expect(places).toEqual([
      [[0, 1]],
      [[0, 2]],
      [
        [0, 3],
        [1, 2],
      ],
      [[1, 1]],
      [
        [1, 3],
        [2, 2],
      ],
      [[2, 1]],
      [[2, 3]],
    ]);
    expect(documentsOf(graph).map(({ rank }) => rank)).toEqual([1, 2, 2, 1, 2, 1, 3]);
  });

  it('marks what holds the gold', () => {
    expect(documentsOf(graph).filter(({ gold }) => gold)).toMatchObject([
      { id: 'document-1-2', golds: ['Orlen'] },
      { id: 'document-2-0', golds: ['Orlen'] },
    ]);
    expect(graph.nodes.at(-1)).toMatchObject({ text: 'Orlen', correct: true });
    const gold = graph.edges.filter((edge) => edge.kind === 'retrieved' && edge.gold).map(({ id }) => id);
    expect(gold).toEqual([
      'query-1-0.retrieved.document-1-2',
      'query-2-0.retrieved.document-1-2',
      'query-2-0.retrieved.document-2-0',
    ]);
  });

  it('joins what was asked, brought, read and answered', () => {
    expect(joined(graph, 'asked')).toEqual(['question>query-0-0']);
    expect(joined(graph, 'then')).toEqual(['query-0-0>query-1-0', 'query-1-0>query-2-0']);
    expect(joined(graph, 'answered')).toEqual(['query-2-0>answer']);
    expect(joined(graph, 'retrieved')).toHaveLength(9);
    expect(joined(graph, 'supports')).toEqual(['document-1-2>answer', 'document-2-0>answer']);
    expect(graph.edges.filter(({ kind }) => kind === 'ledTo')).toMatchObject([
      { from: 'document-0-2', to: 'query-1-0', title: true, terms: ['Dunmarrow'] },
      { from: 'document-0-0', to: 'query-1-0', title: false, terms: ['Dunmarrow'] },
      { from: 'document-0-2', to: 'query-2-0', title: false, terms: ['Melva'] },
    ]);
  });

  it('points to the places in the text', () => {
    const at = (id: string): string => {
      const range = graph.nodes.find((node) => node.id === id)?.range;
      return range ? (rollout?.text.slice(range.start, range.end) ?? '') : 'nowhere';
    };
    expect(at('question')).toBe(
      'Into what does the river flow that passes the birthplace of the composer Ansel Torvik?',
    );
    expect(at('query-2-0')).toBe('Melva river flows into');
    expect(at('document-2-2').slice(0, 30)).toBe('Doc 3(Title: "Cawl") The Cawl ');
    expect(at('answer')).toBe('Orlen');
  });
});

it('examples/r1-searcher/eval.jsonl#1 was stopped before it answered', async () => {
  const rollout = (await rolloutsOf('examples/r1-searcher/eval.jsonl'))[1];
  if (!rollout) throw new Error('the example is gone');
  const graph = rolloutGraph(rollout);
  expect(graph.nodes[0]).toMatchObject({ searchedGolds: ['Nordhelm'], namedGolds: [] });
  expect(documentsOf(graph).map(({ title }) => title)).toEqual([
    ...['Iron Reach', 'Skarrow', 'Gulf of Ysmer', 'Grathe', 'Edda Quill'],
    ...['Rurik Aldane', 'Ketil Strand', 'Sabine Orchard', 'Nordhelm', 'Ragnhild (ship)'],
  ]);
  expect(
    documentsOf(graph)
      .filter(({ gold }) => gold)
      .map(({ title }) => title),
  ).toEqual(['Rurik Aldane', 'Nordhelm', 'Ragnhild (ship)']);
  expect(graph.edges.filter(({ kind }) => kind === 'ledTo')).toMatchObject([
    { from: 'document-0-0', to: 'query-1-0', title: false, terms: ['Rurik Aldane'] },
  ]);
  expect(graph.nodes.at(-1)).toMatchObject({
    kind: 'answer',
    text: null,
    correct: null,
    label: 'No answer',
    range: null,
  });
  expect(joined(graph, 'answered')).toEqual(['query-1-0>answer']);
  expect(graph.edges).toHaveLength(1 + 1 + 10 + 1 + 1);
});
