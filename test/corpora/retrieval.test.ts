/** Expectations come from other tools: counts from Python, recall bounds from an independent BM25. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../core/retrieval/evaluate/evaluate';
import { readQueries } from '../../core/retrieval/evaluate/queries';
import { replayFile, type ReplayedSearch } from '../../core/retrieval/replay/replay';
import { openRolloutFile } from '../../core/rollouts/open';
import { bench, type Bench } from '../unit/retrieval/host';
import { corpora, corpus } from './corpora';

let at: Bench;
beforeAll(async () => {
  if (corpora !== null) at = await bench();
});
afterAll(() => (corpora === null ? undefined : at.remove()));

async function index(file: string): Promise<string> {
  const out = `${at.folder}/${file.replaceAll('/', '-')}.index`;
  await at.build([corpus(file)], out);
  return out;
}

async function replayed(rollouts: string, indexed: string): Promise<ReplayedSearch[]> {
  const file = await openRolloutFile(corpus(rollouts), { findings: false });
  const searches: ReplayedSearch[] = [];
  try {
    for await (const entry of replayFile(at.retrieval, file, { index: indexed, engine: 'bm25' }))
      searches.push(...entry.searches);
  } finally {
    await file.close();
  }
  return searches;
}

describe.skipIf(corpora === null)('real corpora', () => {
  it.each([
    { name: 'hotpotqa', form: 'hotpotqa', documents: 994, recall: 0.74 },
    { name: 'musique', form: 'musique', documents: 1890, recall: 0.5 },
  ])('gold documents are found in $name', async ({ name, form, documents, recall }) => {
    const indexed = await index(`hipporag/${name}_train_corpus.json`);
    expect(await at.retrieval.describe(indexed)).toMatchObject({ documents, broken: 0 });
    const file = await readQueries(corpus(`hipporag/${name}_train.json`));
    expect(file).toMatchObject({ form: { id: form }, broken: [] });
    const evaluation = await evaluate(
      at.retrieval,
      { index: indexed, engine: 'bm25' },
      file,
      () => undefined,
    );
    expect(evaluation).toMatchObject({ queries: 100, withoutGolds: 0 });
    expect(evaluation.recall['5']).toBeGreaterThanOrEqual(recall);
    expect(evaluation.recall['5']).toBeLessThan(recall + 0.05);
  });

  it.each([
    ['search-r1/corpus.jsonl', 10],
    ['hipporag/sample_corpus.json', 3],
    ['routerag/2wikimultihopqa_corpus.json', 6119],
  ])('%s is read whole', async (file, documents) => {
    expect(await at.retrieval.describe(await index(file))).toMatchObject({ documents, broken: 0 });
  });

  it('searches of R1-Searcher are replayed', async () => {
    const searches = await replayed(
      'r1-searcher/hotpotqa_qwen.jsonl',
      await index('routerag/2wikimultihopqa_corpus.json'),
    );
    expect(searches).toHaveLength(658);
    expect(searches.flatMap(({ recorded }) => recorded)).toHaveLength(3290);
    expect(searches.every(({ replayed: now, receipt }) => now.length <= 5 && receipt.k === 5)).toBe(true);
    // A regular expression over `gen_text_store` and SQuAD's normalisation in Python find the same ranks.
    const ranks: Record<string, number> = {};
    for (const { goldRankRecorded } of searches)
      ranks[String(goldRankRecorded)] = (ranks[String(goldRankRecorded)] ?? 0) + 1;
    expect(ranks).toEqual({ '1': 314, '2': 40, '3': 20, '4': 11, '5': 6, null: 267 });
    // 13 searches brought a document whose title this corpus has too.
    const overlapping = searches.filter(({ overlap }) => (overlap ?? 0) > 0);
    expect(overlapping.length).toBeGreaterThan(0);
    expect(overlapping.length).toBeLessThanOrEqual(13);
  });

  it('searches without results are replayed with three documents', async () => {
    const searches = await replayed(
      'rl-factory/test.txt',
      await index('hipporag/hotpotqa_train_corpus.json'),
    );
    // 28 of the tool calls are JSON; four more are cut or have text behind it, and their query can still be read.
    expect(searches).toHaveLength(32);
    expect(
      searches.every(
        ({ overlap, goldPath, receipt }) => overlap === null && goldPath === null && receipt.k === 3,
      ),
    ).toBe(true);
  });
});
