import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuildIndexProgress, SearchReplay } from '../../../core/protocol/retrieval';
import { requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';

const examples = resolve(import.meta.dirname, '../../../examples');
const file = pathToFileURL(join(examples, 'search-r1/step_1.jsonl')).toString();
const first = { file, index: 0, sample: 0 };

let bundle: Bundle;
let client: TestClient;
let folder: string;
let index: string;
const progress: BuildIndexProgress[] = [];

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-replay-'));
  index = join(folder, 'passages.duckdb');
  client = await TestClient.start(bundle.server, { settings: {} });
  const params = { corpora: [join(examples, 'corpus/passages.jsonl')], out: index, engines: ['bm25'] };
  await client.request(requests.buildIndex, params, { onProgress: (now) => progress.push(now) });
});
afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

const replay = (more: object = {}): Promise<SearchReplay> =>
  client.request(requests.replaySearch, {
    file,
    rollout: first,
    turn: 0,
    query: 0,
    text: null,
    topK: null,
    index,
    engine: 'bm25',
    ...more,
  });

describe('an index', () => {
  it('is built with progress that ends at the whole, and described', async () => {
    expect(progress.at(-1)).toMatchObject({ share: 1, documents: 209 });
    const shares = progress.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((left, right) => left - right));
    expect(await client.request(requests.describeIndex, { index })).toEqual({
      path: index,
      corpora: ['passages.jsonl'],
      documents: 209,
      engines: ['bm25'],
    });
  });

  it('that is none is refused in a sentence that names it', async () => {
    const path = join(folder, 'no-index.duckdb');
    writeFileSync(path, 'not a database');
    await expect(client.request(requests.describeIndex, { index: path })).rejects.toThrow('no-index.duckdb');
    await expect(replay({ index: join(folder, 'gone.duckdb') })).rejects.toThrow('gone.duckdb');
  });

  it('with records that are no passages says which', async () => {
    const corpus = join(folder, 'holes.jsonl');
    writeFileSync(corpus, '{"title":"A","text":"one"}\n{"broken\n{"title":"B","text":"two"}\n');
    const out = join(folder, 'holes.duckdb');
    const built = await client.request(requests.buildIndex, { corpora: [corpus], out, engines: ['bm25'] });
    expect(built).toMatchObject({ bad: 1, index: { documents: 2 } });
    expect(built.badExamples).toHaveLength(1);
    expect(built.badExamples[0]).toContain('holes.jsonl:2:');
  });

  it('is not built by a request that is cancelled', async () => {
    const source = new CancellationTokenSource();
    const out = join(folder, 'cancelled.duckdb');
    const params = { corpora: [join(examples, 'corpus/passages.jsonl')], out, engines: ['bm25'] };
    const asked = client.request(requests.buildIndex, params, { token: source.token });
    source.cancel();
    await expect(asked).rejects.toThrow('cancelled');
    await expect(client.request(requests.describeIndex, { index: out })).rejects.toThrow('cancelled.duckdb');
  });
});

// Read off step_1.jsonl: its first rollout searches once, and the gold, Grathe, stands in all three documents.
describe('a replayed search', () => {
  it('stands beside the recorded one', async () => {
    const found = await replay();
    expect(found).toMatchObject({
      id: 'step_1.jsonl#0',
      question: 'In which town was the painter Bram Ostler born?',
      golds: ['Grathe'],
      queries: [{ turn: 0, query: 0, text: 'where was Bram Ostler born' }],
      recordedQuery: 'where was Bram Ostler born',
      query: 'where was Bram Ostler born',
      topK: 3,
      goldRankRecorded: 1,
      index: { documents: 209 },
    });
    expect(found.recorded.map(({ title }) => title)).toEqual([
      'Bram Ostler',
      'The Foundry at Night',
      'Grathe',
    ]);
    expect(found.replayed).toHaveLength(3);
    for (const [at, { rank, range }] of found.recorded.entries()) {
      expect(rank).toBe(at + 1);
      expect(range).not.toBeNull();
    }
    for (const { gold, golds, text, marks } of found.recorded) {
      expect({ gold, golds }).toEqual({ gold: true, golds: ['Grathe'] });
      for (const { start, end } of marks) expect(text.slice(start, end)).toBe('Grathe');
    }
    // Each list says where the other has the same document.
    for (const { title, otherRank } of found.recorded) {
      const there = found.replayed.findIndex((each) => each.title === title);
      expect(otherRank).toBe(there < 0 ? null : there + 1);
    }
  });

  it('takes other words and another number of documents', async () => {
    const found = await replay({ text: '  salmon moss ', topK: 5 });
    expect(found).toMatchObject({ query: 'salmon moss', topK: 5, goldRankReplayed: null });
    expect(found.replayed).toHaveLength(5);
    expect(found.replayed[0]?.title).toBe('Salmon moss');
    expect(JSON.parse(found.receipt)).toMatchObject({
      engine: 'bm25',
      k1: 0.9,
      b: 0.4,
      k: 5,
      query: 'salmon moss',
    });
  });

  it('of a turn that has none is refused', async () => {
    await expect(replay({ turn: 9 })).rejects.toThrow('step_1.jsonl#0 has no query 1 in turn 10');
  });

  it('goes on after the host process was killed', async () => {
    await replay();
    const children = await hostsOf(client.process.pid ?? 0);
    expect(children).toHaveLength(1);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    expect(await replay({ text: 'salmon moss' })).toMatchObject({ query: 'salmon moss' });
  });
});

describe('the query at an offset', () => {
  it('is the one that covers it, else the one before, else the first', async () => {
    const { text } = await client.request(requests.rolloutText, first);
    const at = text.indexOf('where was Bram Ostler born </search>');
    const place = { rollout: first, turn: 0, query: 0 };
    for (const offset of [0, at, text.length - 1]) {
      expect(await client.request(requests.queryPlace, { ...first, offset })).toEqual(place);
    }
  });

  it('is none where a rollout never searched', async () => {
    const path = join(folder, 'idle.jsonl');
    const output = '<think>I know.</think><answer>Rome</answer>';
    writeFileSync(path, `${JSON.stringify({ input: 'Question: Where?', output, score: 0 })}\n`);
    const address = { file: pathToFileURL(path).toString(), index: 0, sample: 0 };
    expect(await client.request(requests.queryPlace, { ...address, offset: 0 })).toBeNull();
  });
});

/** Ids of the processes that a process forked. */
async function hostsOf(parent: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return children.trim().split(/\s+/).filter(Boolean).map(Number);
}
