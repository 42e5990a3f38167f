import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import type { Cell } from '../../../core/protocol/store';
import { LONGEST_READ, MOST_HELD } from '../../../core/rollouts/long-records';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { endStores, Table } from './table';

let bundle: Bundle;
let storage: string;
let folder: string;
let client: TestClient;
let table: Table | null = null;

beforeAll(async () => {
  bundle = await bundleServer();
  storage = mkdtempSync(join(tmpdir(), 'tracehop-storage-'));
  folder = mkdtempSync(join(tmpdir(), 'tracehop-long-'));
  client = await TestClient.start(bundle.server, { settings: {}, storage });
});

afterEach(async () => {
  table?.close();
  await table?.closed;
  table = null;
});

afterAll(async () => {
  await client.stop();
  endStores(storage);
  bundle.remove();
  rmSync(storage, { recursive: true });
  rmSync(folder, { recursive: true });
});

/** A line of a verl dump with an answer, `filler` bytes of thought in front of it. */
const line = (answer: string, filler = 0): string =>
  `${JSON.stringify({
    input: 'Question: Who wrote it?\n',
    output: `<think>${'a thought '.repeat(filler / 10)}</think><answer>${answer}</answer>`,
    gts: ['Tarn'],
    score: 0.5,
  })}\n`;

function fileOf(name: string, ...lines: readonly string[]): { readonly file: string; readonly path: string } {
  const path = join(folder, name);
  writeFileSync(path, lines[0] ?? '');
  for (const more of lines.slice(1)) appendFileSync(path, more);
  return { path, file: pathToFileURL(path).href };
}

const COLUMNS = ['step', 'question', 'score', 'golds', 'answer', 'turns', 'bytes', 'findings'];

async function rowsOf(file: string, count: number): Promise<(readonly (Cell | undefined)[])[]> {
  table = new Table(client, [file]);
  await table.until(
    ({ phase, filesRead, rows }) => phase === 'following' && filesRead === 1 && rows === count,
    60_000,
  );
  return (await table.page(COLUMNS)).rows.map(({ values }) => values);
}

describe('a record that is too long to be read', () => {
  const filler = LONGEST_READ + 1_000_000;

  it('has a row of what is recorded, its place and its bytes by pages', async () => {
    const giant = line('Tarn', filler);
    const { file } = fileOf('step_9.jsonl', line('Nobody'), giant, line('Tarn'));
    const rows = await rowsOf(file, 3);
    expect(rows[1]).toEqual([9, 'Who wrote it?', 0.5, ['Tarn'], null, null, giant.length - 1, ['too-long']]);
    expect(rows.map(([, , , , answer]) => answer)).toEqual(['Nobody', null, 'Tarn']);
    expect(table?.state).toMatchObject({ broken: 0, problems: [] });

    const address = { file, index: 1, sample: 0 };
    const detail = await client.request(requests.rolloutDetail, address);
    const byteStart = line('Nobody').length;
    expect(detail.place).toEqual({ line: 1, byteStart, byteEnd: byteStart + giant.length - 1 });
    expect(detail.fault).toMatch(/the record is 26\.\d MB long, and none of more than 25\.2 MB is read/);
    expect(detail.turns).toEqual([]);

    const size = giant.length - 1;
    const middle = { from: Math.floor(size / 2), count: 64_000 };
    const part = await client.request(requests.rawRecord, { ...address, ...middle });
    expect(part).toMatchObject({ from: middle.from, size });
    expect(part.text).toBe(giant.slice(part.from, part.to));
    const end = await client.request(requests.rawRecord, { ...address, from: size - 100, count: 64_000 });
    expect(end.text).toBe(giant.slice(-101, -1));

    const place = await client.request(requests.sourcePlace, { ...address, offset: 0 });
    expect(place).toEqual({ file, position: { line: 1, character: 0 }, byte: byteStart });
    await expect(client.request(requests.rolloutText, address)).rejects.toThrow(/none of more than 25\.2 MB/);
    await expect(client.request(requests.readableRecord, address)).rejects.toThrow(/none of more than/);
    expect(
      await client.request(requests.recordHover, { file, position: { line: 1, character: 40 } }),
    ).toBeNull();
  }, 60_000);

  it('is shown where it is all that a file holds, in one line or many', async () => {
    const giant = line('Tarn', filler);
    const pretty = JSON.stringify(JSON.parse(giant), null, 2);
    for (const [name, content] of [
      ['one.jsonl', giant],
      ['one.json', pretty],
    ] as const) {
      const { file } = fileOf(name, content);
      const first = await client.request(requests.storeFirst, { paths: [file], count: 100 });
      const findings = first.columns.findIndex(({ id }) => id === 'findings');
      expect(first.problems, name).toEqual([]);
      expect(first.rows.map(({ values }) => values[findings])).toEqual([['too-long']]);
      const rows = await rowsOf(file, 1);
      expect(rows[0]?.slice(1, 5), name).toEqual(['Who wrote it?', 0.5, ['Tarn'], null]);
      table?.close();
    }
  }, 60_000);
});

describe('a record of some megabytes', () => {
  it('comes in first rows with what is recorded, and is read by the store', async () => {
    const long = line('Tarn', MOST_HELD + 1_000_000);
    const { file } = fileOf('step_3.jsonl', line('Nobody'), long, long, line('Nobody'));
    const first = await client.request(requests.storeFirst, { paths: [file], count: 100 });
    const valueOf = (row: number, id: string): Cell | undefined =>
      first.rows[row]?.values[first.columns.findIndex((column) => column.id === id)];
    expect(first.rows).toHaveLength(4);
    expect([valueOf(1, 'score'), valueOf(1, 'answer'), valueOf(1, 'findings')]).toEqual([0.5, null, null]);
    expect(valueOf(3, 'answer')).toBe('Nobody');
    const rows = await rowsOf(file, 4);
    expect(rows.map(([, , , , answer]) => answer)).toEqual(['Nobody', 'Tarn', 'Tarn', 'Nobody']);
    expect(rows[1]?.[7] ?? []).not.toContain('too-long');
    const detail = await client.request(requests.rolloutDetail, { file, index: 2, sample: 0 });
    expect(detail).toMatchObject({ answer: 'Tarn', fault: null });
  }, 60_000);
});
