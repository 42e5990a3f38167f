import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawRecordPart } from '../../../core/protocol/rollout-detail';
import { requests } from '../../../core/protocol/server';
import { searched } from '../graph/build';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';

/** With the example of an answer that Search-R1's reward counts as the first of two. */
const PROMPT = 'For example, <answer> Beijing </answer>. Question: Which river?\n';
const LONG = 'Zorvia lies far away. '.repeat(400);
const OUTPUT =
  searched('Zorvia', ['Zorvia', 'On the MELKA, they say.'], ['Hills', LONG]).replace(
    '<think>t</think>',
    `<think>${'so '.repeat(9000)}</think>`,
  ) + '<think>I see.</think>\n<answer> the Melka </answer>';
const row = {
  input: PROMPT,
  output: OUTPUT,
  gts: ['Melka'],
  score: 0.5,
  step: 1,
  zeta: { deep: [1] },
  alpha: 'x',
};

/** A record of several thousand bytes with characters of every length. */
const WIDE = { ...row, output: `<answer>${'aé€😀'.repeat(1500)}</answer>` };

const lines = [JSON.stringify(row), '{"input": "torn', JSON.stringify(WIDE)];
const bytes = lines.map((line) => Buffer.byteLength(line));

let bundle: Bundle;
let client: TestClient;
let folder: string;
let file: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-detail-'));
  const path = join(folder, 'step_1.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  file = pathToFileURL(path).href;
  client = await TestClient.start(bundle.server, { settings: {} });
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('a rollout in detail', () => {
  const ask = (index: number, sample = 0) => client.request(requests.rolloutDetail, { file, index, sample });

  it('holds its turns, with golds where rules see them, and ranges of the own text', async () => {
    const detail = await ask(0);
    expect(detail).toMatchObject({
      file,
      index: 0,
      sample: 0,
      id: 'step_1.jsonl#0',
      golds: ['Melka'],
      answer: 'the Melka',
      container: 'verl-jsonl',
      dialect: 'search-r1',
      waterfall: null,
      fault: null,
      place: { line: 0, byteStart: 0, byteEnd: bytes[0] },
    });
    const text = PROMPT + OUTPUT;
    const { answerRange, turns } = detail;
    expect(text.slice(answerRange?.start, answerRange?.end)).toBe('the Melka');
    expect(turns.map(({ documents }) => documents.map(({ golds }) => golds))).toEqual([[['Melka'], []], []]);
    const [first] = turns;
    expect(first?.queries.map(({ start, end }) => text.slice(start, end))).toEqual(['Zorvia']);
    const [gold, hills] = first?.documents ?? [];
    expect(text.slice(gold?.start, gold?.end)).toBe('Doc 1(Title: "Zorvia") On the MELKA, they say.');
    expect(gold).toMatchObject({ rank: 1, query: 0, title: 'Zorvia', score: null });
    expect([first?.ms, first?.tokens, first?.error]).toEqual([null, null, null]);
    // Long texts are cut, and say how long they are.
    expect([hills?.text.text.length, hills?.text.length]).toEqual([4000, LONG.trim().length]);
    expect([first?.think?.text.length, first?.think?.length]).toEqual([20_000, 'so '.repeat(9000).length]);
  });

  it('holds what the file records, in its order, and the reward by the profile with reasons', async () => {
    const { recorded, reward, findings } = await ask(0);
    const kept = recorded.map(({ key, value }) => [key, value.text]);
    expect(kept).toContainEqual(['score', '0.5']);
    expect(kept.slice(-2)).toEqual([
      ['zeta', '{"deep":[1]}'],
      ['alpha', 'x'],
    ]);
    expect(reward).toMatchObject({ profile: 'search-r1', total: 1, em: 1, f1: 1, reason: null });
    expect(reward.components.every(({ reason }) => reason !== '')).toBe(true);
    for (const { title, rule } of findings) expect(title).not.toBe(rule);
  });

  it('says what is wrong with a record that holds none, and where it stands', async () => {
    const detail = await ask(1);
    expect(detail).toMatchObject({ id: 'step_1.jsonl#1', turns: [], answer: null, reward: { total: null } });
    expect(detail.fault).toMatch(/not JSON/);
    const start = (bytes[0] ?? 0) + 1;
    expect(detail.place).toEqual({ line: 1, byteStart: start, byteEnd: start + (bytes[1] ?? 0) });
  });

  it.each([
    [0, 3, /holds 1 rollouts; there is no #0\.3/],
    [1, 1, /record #1 \(line 2\) cannot be read/],
    [9, 0, /has no record #9/],
  ])('#%i.%i that is not there is told', async (index, sample, words) => {
    await expect(ask(index, sample)).rejects.toThrow(words);
  });

  it('ends when nobody waits for it', async () => {
    // Megabytes that nobody has read yet: the cancellation comes while they are read.
    const path = join(folder, 'large.jsonl');
    writeFileSync(path, `${JSON.stringify({ ...row, output: searched('q', ['t', LONG]).repeat(400) })}\n`);
    const large = pathToFileURL(path).href;
    const source = new CancellationTokenSource();
    const asked = client.request(
      requests.rolloutDetail,
      { file: large, index: 0, sample: 0 },
      { token: source.token },
    );
    source.cancel();
    await expect(asked).rejects.toThrow(/cancelled/);
  });
});

describe('a record as it stands in the file', () => {
  const part = (index: number, from: number, count: number, of = file): Promise<RawRecordPart> =>
    client.request(requests.rawRecord, { file: of, index, sample: 0, from, count });

  it('comes in parts that together are the record, without a character cut', async () => {
    let text = '';
    let parts = 0;
    for (let from = 0; from < (bytes[2] ?? 0); parts++) {
      const found = await part(2, from, 1000);
      expect([found.from, found.size]).toEqual([from, bytes[2]]);
      expect(found.text).not.toContain('\ufffd');
      expect(Buffer.byteLength(found.text)).toBe(found.to - found.from);
      text += found.text;
      from = found.to;
    }
    expect(text).toBe(lines[2]);
    expect(parts).toBeGreaterThan((bytes[2] ?? 0) / 1000 - 1);
  });

  it('begins at a character where it was asked to begin inside one', async () => {
    const pair = Buffer.from(lines[2] ?? '').indexOf('😀');
    for (const inside of [0, 1, 2, 3]) expect((await part(2, pair + inside, 8)).text).toMatch(/^😀a/u);
    // Fewer bytes than a character has are no way to stand still.
    expect((await part(2, pair, 0)).text).toBe('😀');
  });

  it('is broken, or outside: what is there is shown', async () => {
    expect((await part(1, 0, 1 << 20)).text).toBe('{"input": "torn');
    const end = bytes[1] ?? 0;
    expect(await part(1, 5_000, 10)).toEqual({ text: '', from: end, to: end, size: end });
    expect((await part(1, -7, 4)).text).toBe('{"in');
    await expect(part(9, 0, 10)).rejects.toThrow(/no record #9/);
  });

  it('with bytes that are no UTF-8 shows them as U+FFFD and goes on', async () => {
    const path = join(folder, 'bytes.jsonl');
    const torn = Buffer.concat([Buffer.from('{"output": "'), Buffer.alloc(9, 0x80), Buffer.from('"}\n')]);
    writeFileSync(path, Buffer.concat([Buffer.from(`${lines[0]}\n`), torn]));
    const of = pathToFileURL(path).href;
    let read = '';
    for (let from = 0; from < torn.length - 1;) {
      const found = await part(1, from, 4, of);
      expect(found.to).toBeGreaterThan(found.from);
      read += found.text;
      from = found.to;
    }
    expect(read).toBe(`{"output": "${'\ufffd'.repeat(9)}"}`);
  });

  it('that is a row of a table is the JSON made of it', async () => {
    const path = resolve(import.meta.dirname, '../../fixtures/tables/completions_00010.parquet');
    const of = pathToFileURL(path).href;
    const { text, size } = await part(0, 0, 1 << 20, of);
    expect(Buffer.byteLength(text)).toBe(size);
    expect(Object.keys(JSON.parse(text) as object)).toContain('completion');
    const { place } = await client.request(requests.rolloutDetail, { file: of, index: 0, sample: 0 });
    expect(place.line).toBeNull();
    expect(place.byteEnd).toBeLessThanOrEqual(readFileSync(path).length);
  });
});
