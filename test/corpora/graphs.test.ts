/** Expectations read off the files by eye; every other rollout must give a sound graph. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../core/graph/layout';
import { type RolloutGraph, rolloutGraph } from '../../core/graph/rollout-graph';
import { documentsOf, faultsOf, joined } from '../unit/graph/build';
import { corpora } from './corpora';
import { read } from './reading';

/** Paths of all files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

async function graphAt(name: string, index: number): Promise<RolloutGraph> {
  const { file, rollouts } = await read(name, { findings: false });
  const rollout = rollouts[index];
  await file.close();
  if (!rollout) throw new Error(`${name} has no rollout ${index}`);
  return rolloutGraph(rollout);
}

/** Places of each document as turn and rank. */
function placesOf(graph: RolloutGraph): number[][][] {
  return documentsOf(graph).map(({ occurrences }) => occurrences.map(({ turn, rank }) => [turn, rank]));
}

describe.skipIf(corpora === null)('graphs of real rollouts', () => {
  it('r1-searcher/hotpotqa_qwen.jsonl#29', async () => {
    const graph = await graphAt('r1-searcher/hotpotqa_qwen.jsonl', 29);
    expect(graph.id).toBe('hotpotqa_qwen.jsonl#29');
    expect(documentsOf(graph).map(({ title }) => title)).toEqual([
      ...[
        'Kalyanji Virji Shah',
        'Anandji Virji Shah',
        'Kalyanji–Anandji',
        'Pirojsha Burjorji Godrej',
        'Ekoji I',
      ],
      ...['Viju Shah', 'Filmfare Award for Best Music Director'],
    ]);
    expect(placesOf(graph)).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      [
        [0, 2],
        [1, 1],
      ],
      [
        [0, 3],
        [1, 3],
      ],
      [[0, 4]],
      [[0, 5]],
      [[1, 4]],
      [[1, 5]],
    ]);
    const holding = ['document-0-0', 'document-0-1', 'document-0-2'];
    expect(
      documentsOf(graph)
        .filter(({ gold }) => gold)
        .map(({ id }) => id),
    ).toEqual(holding);
    expect(joined(graph, 'supports')).toEqual(holding.map((id) => `${id}>answer`));
    expect(graph.edges.filter(({ kind }) => kind === 'ledTo')).toMatchObject([
      { from: 'document-0-1', to: 'query-1-0', title: true, terms: ['Anandji Virji Shah'] },
      { from: 'document-0-0', to: 'query-1-0', title: false, terms: ['Anandji'] },
    ]);
    expect(graph.edges).toHaveLength(1 + 1 + 10 + 1 + 2 + 3);
    expect(graph.nodes.at(-1)).toMatchObject({ text: 'Anandji Virji Shah', correct: true });
  });

  it('search-r1/case.txt#0 asked twice and was told the same', async () => {
    const graph = await graphAt('search-r1/case.txt', 0);
    expect(placesOf(graph)).toEqual([1, 2, 3].map((rank) => [0, 1].map((turn) => [turn, rank])));
    expect(joined(graph, 'retrieved')).toHaveLength(6);
    expect([joined(graph, 'ledTo'), joined(graph, 'supports')]).toEqual([[], []]);
    expect(graph.nodes.at(-1)).toMatchObject({ text: 'Charger', correct: null });
    expect([graph.nodes.length, graph.edges.length]).toEqual([7, 9]);
  });

  it('search-r1/case.txt#1 took its answer from the first document', async () => {
    const graph = await graphAt('search-r1/case.txt', 1);
    expect(joined(graph, 'supports')).toEqual(['document-0-0>answer']);
    expect([graph.nodes.length, graph.edges.length]).toEqual([6, 1 + 3 + 1 + 1]);
  });

  it('are sound, and as many as there are rollouts', async () => {
    const folder = corpora ?? '';
    let graphs = 0;
    for (const path of filesBelow(folder)) {
      const { file, rollouts } = await read(relative(folder, path), { findings: false });
      await file.close();
      for (const rollout of rollouts) {
        const graph = rolloutGraph(rollout);
        const { nodes } = layoutOf(graph);
        expect(faultsOf(graph), rollout.id).toEqual([]);
        expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, rollout.id).toBe(graph.nodes.length);
        graphs += 1;
      }
    }
    expect(graphs).toBeGreaterThan(2_000);
  });
});
