import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import { writeBulk } from '../../make/bulk';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { endStores, storesOf, Table } from './table';

let bundle: Bundle;
let storage: string;
let client: TestClient;
let folder: string;
const tables: Table[] = [];

beforeAll(async () => {
  bundle = await bundleServer();
  storage = mkdtempSync(join(tmpdir(), 'tracehop-storage-'));
  client = await TestClient.start(bundle.server, { settings: {}, storage });
});

afterAll(async () => {
  await client.stop();
  endStores(storage);
  bundle.remove();
  rmSync(storage, { recursive: true });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-run-'));
});

afterEach(async () => {
  for (const table of tables) table.close();
  await Promise.all(tables.splice(0).map(({ closed }) => closed));
  rmSync(folder, { recursive: true });
});

/** A rollout of verl as a line, number `n`: its score is `n`, it searched once, and its answer is right if `n` is even. */
function line(n: number, step = 1): string {
  const input = `Answer inside <answer> and </answer>, such as <answer> Beijing </answer>. Question: Who wrote book ${n}?\n`;
  const answer = n % 2 === 0 ? `Author ${n}` : 'Nobody';
  const output = `<think>I look.</think><search>book ${n}</search>\n\n<information>Doc 1(Title: "Book ${n}") Author ${n} wrote it.</information>\n\n<think>So.</think><answer>${answer}</answer>`;
  return JSON.stringify({ input, output, gts: { target: [`Author ${n}`] }, score: n, step });
}

function lines(from: number, to: number, step = 1): string {
  return Array.from({ length: to - from }, (_, at) => `${line(from + at, step)}\n`).join('');
}

function uri(name = ''): string {
  return pathToFileURL(join(folder, name)).toString();
}

function open(path = uri(), by = client): Table {
  const table = new Table(by, [path]);
  tables.push(table);
  return table;
}

describe('a set of files as a table', () => {
  it('has a row a rollout, in the order of the files, and says how far it is', async () => {
    writeFileSync(join(folder, 'step_10.jsonl'), lines(100, 103, 10));
    writeFileSync(join(folder, 'step_2.jsonl'), lines(0, 4, 2));
    const table = open();
    const state = await table.rows(7);
    expect(state).toMatchObject({ files: 2, filesRead: 2, expected: 7, broken: 0, problems: [] });
    expect(state.bytesRead).toBe(state.bytes);
    const page = await table.page(['score', 'step', 'em', 'searches']);
    expect(page.rows.map(({ values }) => values)).toEqual([
      [0, 2, 1, 1],
      [1, 2, 0, 1],
      [2, 2, 1, 1],
      [3, 2, 0, 1],
      [100, 10, 1, 1],
      [101, 10, 0, 1],
      [102, 10, 1, 1],
    ]);
    const { file, index } = page.rows[5] ?? { file: -1, index: -1 };
    expect([page.files[file], index]).toEqual([uri('step_10.jsonl'), 1]);
  });

  it('shows its first rows from the files alone, with what they say of all', async () => {
    writeFileSync(join(folder, 'step_1.jsonl'), lines(10, 60));
    const wanted = { paths: [uri()], count: 10 };
    const first = await client.request(requests.storeFirst, wanted);
    const score = first.columns.findIndex(({ id }) => id === 'score');
    expect(first.rows.map(({ values }) => values[score])).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(first.complete).toBe(false);
    expect(first.expected).toBeGreaterThan(47);
    expect(first.expected).toBeLessThan(53);
    expect(await client.request(requests.storeFirst, { ...wanted, count: 100 })).toMatchObject({
      complete: true,
      expected: 50,
      problems: [],
    });
  });

  it('shows the first rows of a folder of many files without looking at all of them', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    for (let step = 0; step < 300; step++)
      writeFileSync(join(many, `step_${step}.jsonl`), lines(step, step + 1));
    rmSync(join(many, 'step_1.jsonl'));
    symlinkSync('step_2.jsonl', join(many, 'step_1.jsonl'));
    const wanted = { paths: [uri('many')], count: 5 };
    const first = await client.request(requests.storeFirst, wanted);
    const score = first.columns.findIndex(({ id }) => id === 'score');
    expect(first.rows.map(({ values }) => values[score])).toEqual([0, 2, 2, 3, 4]);
    expect(first).toMatchObject({ complete: false, expected: null, problems: [] });
    // Few enough are left behind these.
    const most = await client.request(requests.storeFirst, { ...wanted, count: 250 });
    expect(most.rows).toHaveLength(250);
    expect(most.complete).toBe(false);
    expect(most.expected).toBeGreaterThan(295);
    expect(most.expected).toBeLessThan(305);
  });

  it('finds what texts say, and filters by it', async () => {
    writeFileSync(join(folder, 'step_1.jsonl'), lines(0, 30));
    const table = open();
    await table.rows(30);
    const wanted = { text: 'AUTHOR 2', regex: false, matchCase: false, filter: null };
    const { search, found, done } = await client.request(requests.storeSearch, { paths: [uri()], ...wanted });
    // Author 2, and 20 to 29.
    expect({ found, done }).toEqual({ found: 11, done: true });
    expect(await table.column('score', { kind: 'found', search })).toEqual([
      2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
    ]);
  });

  it('is there at once when it is opened again', async () => {
    writeFileSync(join(folder, 'step_1.jsonl'), lines(0, 20));
    const table = open();
    await table.rows(20);
    const other = await TestClient.start(bundle.server, { settings: {}, storage });
    const again = open(uri(), other);
    await again.rows(20);
    expect(again.states.some(({ phase }) => phase === 'reading')).toBe(false);
    await other.stop();
    expect(storesOf(storage)).toHaveLength(1);
  });
});

describe('a table that follows its files', () => {
  it('takes in what is written, whole lines only, nothing twice', async () => {
    const path = join(folder, 'step_1.jsonl');
    writeFileSync(path, lines(0, 5));
    const table = open();
    await table.rows(5);
    const half = line(6);
    const begun = Date.now();
    const told = table.states.length;
    appendFileSync(path, `${line(5)}\n${half.slice(0, 40)}`);
    await table.rows(6);
    expect(Date.now() - begun).toBeLessThan(2000);
    // What was there is not read anew for it.
    expect(Math.min(...table.states.slice(told).map(({ rows }) => rows))).toBe(5);
    appendFileSync(path, `${half.slice(40)}\n`);
    await table.rows(7);
    writeFileSync(join(folder, 'step_2.jsonl'), lines(7, 9, 2));
    await table.rows(9);
    expect(await table.column('score')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(table.state).toMatchObject({ broken: 0, problems: [] });
    const page = await table.page(['score']);
    expect(page.rows.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 0, 1]);
  });

  it('takes a last line without its end, and what comes behind it', async () => {
    const path = join(folder, 'step_1.jsonl');
    writeFileSync(path, lines(0, 2) + line(2));
    const table = open();
    await table.rows(3);
    appendFileSync(path, `\n${line(3)}\n`);
    await table.rows(4);
    const page = await table.page(['score']);
    expect(page.rows.map(({ index, values }) => [index, values[0]])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('reads a file anew that was cut, replaced or written over', async () => {
    const path = join(folder, 'step_1.jsonl');
    writeFileSync(path, lines(0, 6));
    const table = open();
    await table.rows(6);
    truncateSync(path, lines(0, 2).length);
    await table.rows(2);
    writeFileSync(join(folder, 'new.tmp'), lines(50, 53));
    renameSync(join(folder, 'new.tmp'), path);
    await table.rows(3);
    expect(await table.column('score')).toEqual([50, 51, 52]);
  });

  it('reads on in a log, whose last sample may have been half written', async () => {
    const path = join(folder, 'train.log');
    const sample = (n: number): string =>
      [
        '--------------------------------',
        `Golden answers: ['Author ${n}']`,
        `Extracted answer: Author ${n}`,
        `Solution string: <|im_start|>user\nWho wrote book ${n}?<|im_end|>\n<|im_start|>assistant\n<think>It is known.</think><answer>Author ${n}</answer>`,
        '',
      ].join('\n');
    const half = sample(1).length - 20;
    writeFileSync(path, sample(0) + sample(1).slice(0, half));
    const table = open();
    await table.rows(2);
    appendFileSync(path, sample(1).slice(half) + sample(2));
    await table.rows(3);
    expect(await table.column('answer')).toEqual(['Author 0', 'Author 1', 'Author 2']);
  });

  it('reads a packed file anew that was written anew, longer', async () => {
    const path = join(folder, 'step_1.jsonl.gz');
    writeFileSync(path, gzipSync(lines(0, 2)));
    const table = open();
    await table.rows(2);
    writeFileSync(path, gzipSync(lines(0, 40)));
    await table.rows(40);
    expect(await table.column('score')).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('keeps the rollouts of a file that is gone, and says so', async () => {
    writeFileSync(join(folder, 'step_1.jsonl'), lines(0, 2));
    writeFileSync(join(folder, 'step_2.jsonl'), lines(2, 4));
    const table = open();
    await table.rows(4);
    unlinkSync(join(folder, 'step_1.jsonl'));
    const state = await table.until(({ problems }) => problems.length > 0);
    expect(state.rows).toBe(4);
    expect(state.problems[0]?.message).toContain('step_1.jsonl: the file is gone');
  });
});

describe('what goes wrong', () => {
  it('is told of each file, and the others are read', async () => {
    writeFileSync(join(folder, 'a.jsonl'), lines(0, 3));
    const packed = gzipSync(lines(3, 400));
    writeFileSync(join(folder, 'cut.jsonl.gz'), packed.subarray(0, packed.length / 2));
    writeFileSync(join(folder, 'broken.parquet'), 'PAR1' + 'x'.repeat(200) + 'PAR1');
    writeFileSync(join(folder, 'z.jsonl'), `${lines(400, 401)}{"input": "torn`);
    const table = open();
    const state = await table.until(({ phase, filesRead }) => phase === 'following' && filesRead >= 2);
    expect(state.problems.map(({ message }) => message).join('\n')).toContain('broken.parquet');
    const scores = await table.column('score');
    expect(scores).toEqual(expect.arrayContaining([0, 1, 2, 3, 400]));
    const cut = state.problems.filter(({ file }) => file === uri('cut.jsonl.gz'));
    expect(cut.map(({ message }) => message).join('\n')).toContain('its gzip stream is cut off');
  });

  it('is named for each record, also when the table is opened again', async () => {
    writeFileSync(join(folder, 'a.jsonl'), `${line(0)}\n{"input": oops}\n${line(1)}\n[1, 2\n${line(2)}\n`);
    const many = Array.from({ length: 23 }, () => 'no record\n').join('');
    writeFileSync(join(folder, 'b.jsonl'), `${lines(3, 9)}${many}${lines(9, 12)}`);
    const told = async (): Promise<string[]> => {
      const table = open();
      const { problems, broken } = await table.until(({ phase }) => phase === 'following');
      table.close();
      await table.closed;
      expect(broken).toBe(25);
      return problems.map(({ file, message }) => `${file?.slice(-7)} ${message}`);
    };
    const first = await told();
    const begin = Buffer.byteLength(line(0)) + 1;
    // Where the fourth line begins: it ends with its bracket open.
    const next = begin + '{"input": oops}\n'.length + Buffer.byteLength(line(1)) + 1;
    expect(first[0]).toMatch(new RegExp(`^a.jsonl byte ${begin + 10}: not JSON`));
    expect(first[1]).toMatch(new RegExp(`^a.jsonl byte ${next + '[1, 2'.length}: not JSON; found the end`));
    expect(first.filter((message) => message.startsWith('b.jsonl byte '))).toHaveLength(20);
    expect(first.at(-1)).toBe('b.jsonl 3 more of its records cannot be read');
    expect(await told()).toEqual(first);
  });

  it('is survived by a store that is killed while it reads', async () => {
    // Eight stretches: the process dies when the first ones are in.
    writeBulk(join(folder, 'big.jsonl'), 60e6, 3);
    const table = open();
    await table.until(({ rows, phase }) => phase === 'reading' && rows > 0, 30_000);
    const before = table.state?.rows ?? 0;
    const [pid = 0] = storesOf(storage);
    process.kill(pid, 'SIGKILL');
    const end = await table.until(({ phase, filesRead }) => phase === 'following' && filesRead === 1, 60_000);
    expect(end.rows).toBeGreaterThan(before);
    const all = await client.request(requests.storeSql, {
      paths: [uri()],
      sql: 'SELECT count(*), count(DISTINCT byte_start) FROM rollouts',
      count: 1,
    });
    const [count, distinct] = all.rows[0] ?? [];
    expect(count).toBe(distinct);
    expect(count).toBe(end.rows);
  }, 90_000);

  it('stops when it is told to, and goes on where it was', async () => {
    writeBulk(join(folder, 'big.jsonl'), 60e6, 4);
    const table = open();
    await table.until(({ rows, phase }) => phase === 'reading' && rows > 0, 30_000);
    await client.request(requests.storeStop, { paths: [uri()] });
    const stopped = await table.until(({ phase }) => phase === 'stopped');
    expect(stopped.bytesRead).toBeLessThan(stopped.bytes);
    await client.request(requests.storeResume, { paths: [uri()] });
    const end = await table.until(({ phase, filesRead }) => phase === 'following' && filesRead === 1, 60_000);
    const all = await client.request(requests.storeSql, {
      paths: [uri()],
      sql: 'SELECT count(DISTINCT byte_start) FROM rollouts',
      count: 1,
    });
    expect(all.rows[0]?.[0]).toBe(end.rows);
  }, 90_000);
});
