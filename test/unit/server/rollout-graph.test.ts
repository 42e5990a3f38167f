import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import { searched } from '../graph/build';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';

const PROMPT = 'Question: Which river?\n';
const OUTPUT = searched('Zorvia', ['Zorvia', 'On the Melka.'], ['Melka', 'A river.']);
const row = { input: PROMPT, output: OUTPUT, gts: ['Melka'], score: 0, step: 1 };

let bundle: Bundle;
let client: TestClient;
let folder: string;
let file: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-graph-'));
  const path = join(folder, 'step_1.jsonl');
  writeFileSync(path, `${JSON.stringify(row)}\n{"input": "torn\n`);
  file = pathToFileURL(path).href;
  client = await TestClient.start(bundle.server);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('the graph of a rollout', () => {
  it('comes with its layout and a place for every node', async () => {
    const { graph, layout, reveal } = await client.request(requests.rolloutGraph, {
      file,
      index: 0,
      sample: 0,
    });
    const ids = ['question', 'query-0-0', 'document-0-0', 'document-0-1', 'answer'];
    expect(graph.id).toBe('step_1.jsonl#0');
    expect(graph.nodes.map(({ id }) => id)).toEqual(ids);
    expect(layout.nodes.map(({ id, layer }) => [id, layer])).toEqual(
      ids.map((id, at) => [id, [0, 1, 2, 2, 3][at]]),
    );
    const text = PROMPT + OUTPUT;
    const shown = ids.map((id) => text.slice(reveal[id]?.start, reveal[id]?.end));
    expect(shown).toEqual([
      'Which river?',
      'Zorvia',
      'Doc 1(Title: "Zorvia") On the Melka.',
      'Doc 2(Title: "Melka") A river.',
      expect.stringMatching(/<\/information>$/),
    ]);
  });

  it('is cut where the caller wants few documents', async () => {
    const { graph } = await client.request(requests.rolloutGraph, {
      file,
      index: 0,
      sample: 0,
      documents: 1,
    });
    expect(graph.leftOut).toMatchObject({ documents: 1, ofDocuments: 2 });
  });

  it.each([
    [{ index: 0, sample: 3 }, /holds 1 rollouts; there is no #0\.3/],
    [{ index: 1, sample: 0 }, /record #1 \(line 2\) cannot be read/],
    [{ index: 9, sample: 0 }, /9/],
  ])('says what is wrong with %o', async (place, words) => {
    await expect(client.request(requests.rolloutGraph, { file, ...place })).rejects.toThrow(words);
  });
});
