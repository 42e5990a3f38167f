import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { PROMPT, RESPONSE } from './texts';

let bundle: Bundle;
let client: TestClient;
let folder: string;
let file: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop explain-'));
  const path = join(folder, 'step_3.jsonl');
  const record = { input: PROMPT, output: RESPONSE, gts: ['Melka River'], score: 0, step: 3 };
  writeFileSync(path, `${JSON.stringify(record)}\n[]\n`);
  file = pathToFileURL(path).href;
  client = await TestClient.start(bundle.server);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

it('says what would be sent about a rollout', async () => {
  const answer = await client.request(requests.explainMessages, { file, index: 0, sample: 0 });
  expect(answer).toMatchObject({ id: 'step_3.jsonl#0', cuts: [], cutTexts: [] });
  expect(answer.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(answer.messages[1]?.content).toContain('{"gold_answer":"Melka River"}');
  expect(answer.characters).toBe(answer.messages.reduce((sum, { content }) => sum + content.length, 0));
  expect(answer.turns).toBeGreaterThan(1);
});

it('keeps to a budget and says what was cut', async () => {
  const output = RESPONSE.replace('I need', `${'many words '.repeat(5_000)} I need`);
  const path = join(folder, 'long.jsonl');
  writeFileSync(path, `${JSON.stringify({ input: PROMPT, output, gts: ['Melka'], score: 0 })}\n`);
  const params = { file: pathToFileURL(path).href, index: 0, sample: 0, budget: 2_000 };
  const { tokens, cutTexts } = await client.request(requests.explainMessages, params);
  expect(tokens).toBeLessThanOrEqual(2_000);
  expect(cutTexts.join()).toMatch(/thoughts: .*1 of \d+ shortened; \d+ of \d{5} characters are here/);
});

it('answers with a sentence where there is no rollout, or too little room', async () => {
  const ask = (more: object) =>
    client.request(requests.explainMessages, { file, index: 0, sample: 0, ...more });
  await expect(ask({ index: 1 })).rejects.toThrow('the record is a list');
  await expect(ask({ index: 7 })).rejects.toThrow('has no record #7');
  await expect(ask({ sample: 3 })).rejects.toThrow('there is no #0.3');
  await expect(ask({ budget: 3 })).rejects.toThrow('1500 is the least');
});
