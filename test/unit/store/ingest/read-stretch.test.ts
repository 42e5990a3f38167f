import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowBatch, StretchEnd, StretchPlace } from '../../../../core/store/ingest/batch';
import { LIST_SEPARATOR } from '../../../../core/store/ingest/batch';
import type { StretchJob } from '../../../../core/store/ingest/job';
import { OpenFiles } from '../../../../core/store/ingest/open-files';
import { readStretch } from '../../../../core/store/ingest/read-stretch';
import { countStretch } from '../../../../core/store/ingest/tasks';

let folder: string;
let files: OpenFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-stretch-'));
  files = new OpenFiles(() => Promise.resolve({ parsed: () => undefined, end: () => undefined }));
});
afterAll(async () => {
  await files.closeAll();
  rmSync(folder, { recursive: true });
});

/** One line of a verl dump whose answer names it. */
const line = (name: string, more: object = {}): string =>
  JSON.stringify({ input: 'Q', output: `<answer> ${name} </answer>`, gts: ['x'], score: 1, ...more });

let made = 0;
function fileOf(content: string | Uint8Array, name = `${++made}.jsonl`): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Read {
  readonly batches: readonly RowBatch[];
  readonly answers: readonly unknown[];
  readonly end: StretchEnd;
}

async function read(
  path: string,
  part: Partial<StretchJob> = {},
  after: StretchPlace | null = null,
): Promise<Read> {
  const job: StretchJob = {
    path,
    name: 'dump.jsonl',
    options: {},
    profile: 'auto',
    from: { byte: 0, record: 0, line: 0 },
    to: null,
    ...part,
  };
  const file = await files.open(path, { name: job.name });
  const batches: RowBatch[] = [];
  const end = await readStretch(file, job, after, (batch) => {
    batches.push(batch);
    return Promise.resolve();
  });
  return { batches, answers: batches.flatMap((batch) => [...(batch.columns['answer']?.values ?? [])]), end };
}

const from = (byte: number): { byte: number; record: number; line: number } => ({ byte, record: 0, line: 0 });

describe('a whole file', () => {
  it('comes as rows with their places, blank lines counted', async () => {
    const path = fileOf(`${line('a')}\n\n${line('b')}\r\n\n\n`);
    const { batches, end, answers } = await read(path);
    const [batch] = batches;
    const size = Buffer.byteLength(line('a'));
    expect(answers).toEqual(['a', 'b']);
    expect(batch?.index).toEqual(Float64Array.of(0, 1));
    expect(batch?.line).toEqual(Float64Array.of(0, 2));
    expect(batch?.byteStart).toEqual(Float64Array.of(0, size + 2));
    expect(batch?.byteEnd).toEqual(Float64Array.of(size, 2 * size + 2));
    expect(batch?.columns['golds']?.values[0]).toBe(`${LIST_SEPARATOR}x${LIST_SEPARATOR}`);
    expect(end).toMatchObject({ records: 2, lines: 5, reached: 2 * size + 6, broken: 0, open: null });
    expect(end.file).toMatchObject({ container: 'verl-jsonl', divisible: true, without: null });
  });

  it('tells broken lines and goes on', async () => {
    const path = fileOf(`${line('a')}\n{"input":\n${line('b')}\n`);
    const { end, answers } = await read(path);
    expect(answers).toEqual(['a', 'b']);
    expect(end).toMatchObject({ records: 3, lines: 3, broken: 1 });
    expect(end.faults[0]?.byte).toBeGreaterThan(Buffer.byteLength(line('a')));
  });

  it('keeps recorded values by their kinds', async () => {
    const path = fileOf(
      `${line('a', { acc: 1, ok: true, mixed: 1 })}\n${line('b', { mixed: 'two', note: 'n\u001f' })}\n`,
    );
    const recorded = (await read(path)).batches[0]?.recorded ?? [];
    expect(recorded.map(({ key, kind, column }) => [key, kind, [...column.values]])).toEqual([
      ['acc', 'number', [1, NaN]],
      ['ok', 'flag', [1, NaN]],
      ['mixed', 'text', ['1', 'two']],
      ['note', 'text', [null, 'n\u001f']],
    ]);
  });

  it('is told to hold none where it holds none', async () => {
    const { end, batches } = await read(fileOf('a,b\n1,2\n', 'table.csv'), { name: 'table.csv' });
    expect(batches).toEqual([]);
    expect(end.file.without).toMatch(/./);
  });

  it('is read from a record on where it cannot be divided', async () => {
    const packed = fileOf(gzipSync(`${line('a')}\n${line('b')}\n${line('c')}\n`), 'p.jsonl.gz');
    const { end, answers, batches } = await read(packed, { from: { byte: 0, record: 1, line: 1 } });
    expect(end.file.divisible).toBe(false);
    expect(answers).toEqual(['b', 'c']);
    expect(batches[0]?.index).toEqual(Float64Array.of(0, 1));
    expect(batches[0]?.line).toEqual(Float64Array.of(0, 1));
    expect(end).toMatchObject({ records: 2, lines: 2, reached: end.file.size });
  });

  it('is read as a list of records', async () => {
    const path = fileOf(`[${line('a')},\n${line('b')}]`, 'list.json');
    const { answers, end } = await read(path, { name: 'list.json' });
    expect(answers).toEqual(['a', 'b']);
    expect(end).toMatchObject({ records: 2, file: { divisible: false } });
  });
});

describe('stretches', () => {
  it('of any length bring every line once, and their counts add up', async () => {
    const lines = ['a', 'bb🐦', '', 'ccc', '  ', 'd'].map((name) => (name.trim() === '' ? name : line(name)));
    const content = `\ufeff${lines.join('\n')}\n`;
    const path = fileOf(content);
    const size = Buffer.byteLength(content);
    for (const length of [1, 7, 40, 83, 84, 85, 200, size]) {
      const found: [unknown, number, number][] = [];
      let records = 0;
      let count = 0;
      for (let at = 0; at < size; at += length) {
        const { batches, end } = await read(path, { from: from(at), to: at + length });
        for (const batch of batches)
          for (let row = 0; row < batch.rows; row++)
            found.push([
              batch.columns['answer']?.values[row],
              records + (batch.index[row] ?? NaN),
              count + (batch.line[row] ?? NaN),
            ]);
        records += end.records;
        count += end.lines;
      }
      expect(found).toEqual([
        ['a', 0, 0],
        ['bb🐦', 1, 1],
        ['ccc', 2, 3],
        ['d', 3, 5],
      ]);
      expect([records, count]).toEqual([4, 6]);
    }
  });

  it('own nothing inside one long line', async () => {
    const path = fileOf(`${line('a'.repeat(300_000))}\n${line('b')}\n`);
    const { batches, end } = await read(path, { from: from(1000), to: 200_000 });
    expect(batches).toEqual([]);
    expect(end).toMatchObject({ records: 0, lines: 0 });
    expect((await read(path, { from: from(200_000) })).answers).toEqual(['b']);
  });

  it('go on behind a batch as if nothing had happened', async () => {
    const size = Buffer.byteLength(line('a')) + 1;
    const path = fileOf(`${line('a')}\n${line('b')}\n${line('c')}\n`);
    const { batches, end } = await read(path, {}, { byte: size, records: 1, lines: 1 });
    expect(batches[0]?.index).toEqual(Float64Array.of(1, 2));
    expect(batches[0]?.line).toEqual(Float64Array.of(1, 2));
    expect(end).toMatchObject({ records: 3, lines: 3, reached: 3 * size });
  });

  it('end batches where a record begins, so that a second try brings nothing twice', async () => {
    const count = 2100;
    const path = fileOf(Array.from({ length: count }, (_, at) => `${line(String(at))}\n`).join(''));
    const { batches, answers } = await read(path);
    expect(answers).toHaveLength(count);
    expect(batches.map(({ rows }) => rows)).toEqual([2048, 52]);
    const rest = await read(path, {}, batches[0]?.end ?? null);
    expect(rest.answers).toEqual(answers.slice(2048));
    expect(rest.end).toMatchObject({ records: count, lines: count });
  });
});

describe('a last line without its end', () => {
  it('is left for later where it is torn, and read once it is whole', async () => {
    const whole = `${line('a')}\n`;
    const path = fileOf(whole + line('b').slice(0, 40));
    const first = await read(path);
    expect(first.answers).toEqual(['a']);
    expect(first.end).toMatchObject({ records: 1, lines: 1, reached: Buffer.byteLength(whole), broken: 0 });
    expect(first.end.open).toMatchObject({ rows: 0, byteEnd: Buffer.byteLength(whole) + 40 });
    expect(first.end.open?.fault?.message).toMatch(/torn/);
    appendFileSync(path, `${line('b').slice(40)}\n`);
    const second = await read(path, { from: from(first.end.reached) });
    expect(second.answers).toEqual(['b']);
    expect(second.end).toMatchObject({ records: 1, lines: 1, open: null });
  });

  it('is a row in a batch of its own where it is whole', async () => {
    const path = fileOf(`${line('a')}\n\n${line('b')}`);
    const { batches, end, answers } = await read(path);
    expect(answers).toEqual(['a', 'b']);
    expect(batches.map(({ open, rows }) => [open, rows])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(batches[1]?.index).toEqual(Float64Array.of(1));
    expect(batches[1]?.line).toEqual(Float64Array.of(2));
    expect(end).toMatchObject({ records: 1, lines: 2, reached: Buffer.byteLength(line('a')) + 2 });
    expect(end.open).toEqual({ byteEnd: Buffer.byteLength(line('a')) * 2 + 2, rows: 1, fault: null });
  });

  it('is nothing where it is blank', async () => {
    const { end } = await read(fileOf(`${line('a')}\n   `));
    expect(end).toMatchObject({ records: 1, lines: 1, open: null });
  });

  it('belongs to the stretch in which it begins', async () => {
    const path = fileOf(`${line('a')}\n${line('b')}`);
    const size = Buffer.byteLength(line('a')) + 1;
    expect((await read(path, { from: from(0), to: size })).end.open).toBeNull();
    expect((await read(path, { from: from(size), to: size + 1 })).end.open).toMatchObject({ rows: 1 });
    expect((await read(path, { from: from(size + 1) })).end.open).toBeNull();
  });
});

describe('counting what could not be read', () => {
  it('says what reading would have said', async () => {
    const content = `${line('a')}\n\n${line('b')}\n \n${line('c')}\n${line('d')}`;
    const path = fileOf(content);
    const file = await files.open(path, { name: 'dump.jsonl' });
    const { end } = await read(path);
    const job = { path, name: 'dump.jsonl', options: {}, profile: 'auto', from: from(0), to: null };
    const counted = await countStretch(file, job, null, new AbortController().signal);
    expect(counted).toEqual({ byte: end.reached, records: 3, lines: 5 });
    expect(counted).toEqual({ byte: end.reached, records: end.records, lines: end.lines });
  });
});
