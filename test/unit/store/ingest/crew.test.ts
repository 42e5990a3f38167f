import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RowBatch } from '../../../../core/store/ingest/batch';
import { Crew, type CrewOptions } from '../../../../core/store/ingest/crew';
import type { StretchJob, TextSearch } from '../../../../core/store/ingest/job';

const root = resolve(import.meta.dirname, '../../../..');
const never = new AbortController().signal;

let folder: string;
let crews: Crew[] = [];

beforeAll(async () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'test-crew-'));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { worker: 'core/store/ingest/worker.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
});
afterEach(async () => {
  await Promise.all(crews.map((crew) => crew.close()));
  crews = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

function crewOf(options: CrewOptions = {}, script = 'worker.js'): Crew {
  const crew = new Crew(join(folder, script), options);
  crews.push(crew);
  return crew;
}

/** The worker as it is, but that it ends in the middle of things: behind its `batch`th batch, `times` times in all. */
function dyingScript(name: string, batch: number, times: number): string {
  writeFileSync(
    join(folder, `${name}.js`),
    `const fs = require('node:fs');
     const { parentPort } = require('node:worker_threads');
     const post = parentPort.postMessage.bind(parentPort);
     let batches = 0;
     parentPort.postMessage = (message, transfer) => {
       post(message, transfer);
       if (message.kind !== 'batch' || ++batches !== ${batch}) return;
       const marks = ${JSON.stringify(join(folder, name))};
       for (let at = 0; at < ${times}; at++) {
         if (fs.existsSync(marks + at)) continue;
         fs.writeFileSync(marks + at, '');
         process.exit(3);
       }
     };
     require('./worker.js');`,
  );
  return `${name}.js`;
}

const line = (answer: string): string =>
  `${JSON.stringify({ input: 'Q', output: `<answer> ${answer} </answer>`, gts: ['x'], score: 1 })}\n`;

let made = 0;
function fileOf(content: string): string {
  const path = join(folder, `${++made}.jsonl`);
  writeFileSync(path, content);
  return path;
}

/** Lines with answers so long that they fill two batches. */
const MANY = 700;
const numbered = Array.from({ length: MANY }, (_, at) => `${at} ${'x'.repeat(1900)}`);
const many = (): string => numbered.map(line).join('');

const jobOf = (path: string, part: Partial<StretchJob> = {}): StretchJob => ({
  path,
  name: 'dump.jsonl',
  options: {},
  profile: 'auto',
  columns: ['answer'],
  from: { byte: 0, record: 0, line: 0 },
  to: null,
  ...part,
});

const answersOf = (batches: readonly RowBatch[]): unknown[] =>
  batches.flatMap(({ columns }) => [...(columns['answer']?.values ?? [])]);

describe('a crew', () => {
  it('reads stretches of a file side by side', async () => {
    const crew = crewOf({ size: 2 });
    const content = many();
    const path = fileOf(content);
    const half = Math.floor(content.length / 2);
    const read = async (from: number, to: number | null): Promise<RowBatch[]> => {
      const batches: RowBatch[] = [];
      const job = jobOf(path, { from: { byte: from, record: 0, line: 0 }, to });
      await crew.read(job, (batch) => void batches.push(batch), never);
      return batches;
    };
    const [first, second] = await Promise.all([read(0, half), read(half, null)]);
    expect(answersOf([...first, ...second])).toEqual(numbered);
  });

  it('says what a file is, and why it cannot be opened', async () => {
    const crew = crewOf({ size: 1 });
    const path = fileOf(line('a'));
    expect(await crew.facts(path, {}, never)).toMatchObject({ container: 'verl-jsonl', divisible: true });
    await expect(crew.facts(join(folder, 'nowhere.jsonl'), {}, never)).rejects.toThrow(/no such file/);
  });

  it('has no more than two batches on the way that nobody took', async () => {
    const crew = crewOf({ size: 1 });
    let before = 0;
    let untaken = 0;
    const waits: (() => void)[] = [];
    const reading = crew.read(
      jobOf(fileOf(many())),
      () => {
        before++;
        untaken = Math.max(untaken, waits.length + 1);
        return new Promise<void>((resolve) => waits.push(resolve));
      },
      never,
    );
    while (before < 2) {
      await new Promise((resolve) => setImmediate(resolve));
      // One is taken in at a time, however many came.
      expect(waits.length).toBeLessThanOrEqual(1);
      waits.shift()?.();
    }
    for (const done of waits.splice(0)) done();
    expect((await reading).records).toBe(MANY);
    expect(untaken).toBe(1);
  });

  it('stops where it is told to, and does the next task', async () => {
    const crew = crewOf({ size: 1 });
    const controller = new AbortController();
    const path = fileOf(many());
    const reading = crew.read(jobOf(path), () => controller.abort(new Error('enough')), controller.signal);
    await expect(reading).rejects.toThrow('enough');
    expect(await crew.read(jobOf(path), () => undefined, never)).toMatchObject({ records: MANY });
  });

  it('gives a stretch up where its rows cannot be taken in', async () => {
    const crew = crewOf({ size: 1 });
    const path = fileOf(many());
    let calls = 0;
    const full = (): void => {
      calls++;
      throw new Error('the disk is full');
    };
    await expect(crew.read(jobOf(path), full, never)).rejects.toThrow('the disk is full');
    expect(calls).toBe(1);
    expect(await crew.read(jobOf(path), () => undefined, never)).toMatchObject({ records: MANY });
  });

  it('rejects what runs and what waits once it is closed', async () => {
    const crew = crewOf({ size: 1 });
    const path = fileOf(many());
    const reads = [1, 2].map(() => crew.read(jobOf(path), () => undefined, never));
    const ends = Promise.allSettled(reads);
    await crew.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('records that take much memory', () => {
  const long = line('long').replace('"Q"', `"${'word '.repeat(900_000)}"`);

  /** Reads a file of one line by each of so many tasks at once. */
  const readAll = (crew: Crew, tasks: number, signal = never): Promise<RowBatch[]>[] => {
    const path = fileOf(long);
    return Array.from({ length: tasks }, async () => {
      const batches: RowBatch[] = [];
      await crew.read(jobOf(path), (batch) => void batches.push(batch), signal);
      return batches;
    });
  };

  it('are read by one worker at a time, each in the end', async () => {
    const read = await Promise.all(readAll(crewOf({ size: 3 }), 5));
    expect(read.map(answersOf)).toEqual(Array.from({ length: 5 }, () => ['long']));
  });

  it('are waited for by nobody once they are given up', async () => {
    const crew = crewOf({ size: 2 });
    const controller = new AbortController();
    const given = Promise.allSettled(readAll(crew, 4, controller.signal));
    setTimeout(() => controller.abort(new Error('enough')), 50);
    expect((await given).map(({ status }) => status)).toContain('rejected');
    const [batches = []] = await Promise.all(readAll(crew, 1));
    expect(answersOf(batches)).toEqual(['long']);
  });

  it('are read by others where the worker dies that reads one', async () => {
    // It ends as it is about to give its turn back.
    const marks = join(folder, 'holds');
    writeFileSync(
      join(folder, 'holds.js'),
      `const fs = require('node:fs');
       const { parentPort } = require('node:worker_threads');
       const post = parentPort.postMessage.bind(parentPort);
       parentPort.postMessage = (message, transfer) => {
         if (message.kind === 'short' && !fs.existsSync(${JSON.stringify(marks)})) {
           fs.writeFileSync(${JSON.stringify(marks)}, '');
           process.exit(3);
         }
         post(message, transfer);
       };
       require('./worker.js');`,
    );
    const read = await Promise.all(readAll(crewOf({ size: 2 }, 'holds.js'), 3));
    expect(existsSync(marks)).toBe(true);
    expect(read.map(answersOf)).toEqual(Array.from({ length: 3 }, () => ['long']));
  });
});

describe('small files', () => {
  it('are read by a worker together', async () => {
    const crew = crewOf({ size: 1 });
    const jobs = ['a', 'b', 'c'].map((answer) => jobOf(fileOf(line(answer))));
    const files = await crew.readSmall([...jobs, jobOf(join(folder, 'nowhere.jsonl'))], never);
    const answers = files.map((file) => ('error' in file ? file.error.name : answersOf(file.batches)));
    expect(answers).toEqual([['a'], ['b'], ['c'], 'UnreadableFile']);
  });
});

describe('a worker that dies', () => {
  it('is followed by another, which brings the rest and nothing twice', async () => {
    const crew = crewOf({ size: 1 }, dyingScript('once', 1, 1));
    const batches: RowBatch[] = [];
    const content = `{"input": 1}\n${many()}`;
    const end = await crew.read(jobOf(fileOf(content)), (batch) => void batches.push(batch), never);
    expect(existsSync(join(folder, 'once0'))).toBe(true);
    expect(answersOf(batches)).toEqual(numbered);
    expect(batches.flatMap(({ index }) => [...index])).toEqual(numbered.map((_, at) => at + 1));
    expect(end).toMatchObject({ records: MANY + 1, lines: MANY + 1, reached: content.length, broken: 1 });
  });

  it('three times leaves the rest counted, and says from which byte on', async () => {
    const crew = crewOf({ size: 1 }, dyingScript('thrice', 1, 3));
    const batches: RowBatch[] = [];
    const content = many().repeat(3);
    const path = fileOf(content);
    const end = await crew.read(jobOf(path), (batch) => void batches.push(batch), never);
    expect(existsSync(join(folder, 'thrice2'))).toBe(true);
    const rows = answersOf(batches).length;
    expect(answersOf(batches)).toEqual([...numbered, ...numbered, ...numbered].slice(0, rows));
    const all = 3 * MANY;
    expect(end).toMatchObject({ records: all, lines: all, reached: content.length, broken: all - rows });
    expect(rows).toBeLessThan(all);
    expect(end.faults.at(-1)?.byte).toBe(batches.at(-1)?.end.byte ?? 0);
    expect(end.faults.at(-1)?.message).toMatch(/records from this byte on could not be read/);
    // The next task finds a worker that lives.
    expect(await crew.facts(path, {}, never)).toMatchObject({ divisible: true });
  });

  it('of a record too large for it is followed by one that reads the others, and says of this one what is known', async () => {
    // 12 MB were not always enough for the others, and 32 are too few for this one.
    const crew = crewOf({ size: 1, heapMb: 26 });
    // Behind the records by which the file is recognised, and behind the chunk in which they stand.
    const small = line('a'.repeat(20_000)).repeat(30);
    const path = fileOf(
      `${small}${JSON.stringify({ input: 'Q', output: 'é'.repeat(1.5e7), score: 7 })}\n${line('b')}`,
    );
    const batches: RowBatch[] = [];
    const job = jobOf(path, { columns: ['answer', 'score', 'findings'] });
    const end = await crew.read(job, (batch) => void batches.push(batch), never);
    expect(end).toMatchObject({ records: 32, broken: 0, faults: [] });
    expect(answersOf(batches).slice(-2)).toEqual([null, 'b']);
    const last = (id: string): unknown =>
      batches.flatMap(({ columns }) => [...(columns[id]?.values ?? [])]).at(-2);
    expect(last('score')).toBe(7);
    expect(last('findings')).toContain('too-long');
  });
});

describe('a search', () => {
  const searchOf = (path: string, text: string, part: Partial<TextSearch> = {}): TextSearch => {
    const width = Buffer.byteLength(line('0000'));
    const places = Array.from({ length: 8 }, (_, index) => ({
      row: 100 + index,
      index,
      sample: 0,
      byteStart: index * width,
      byteEnd: (index + 1) * width - 1,
    }));
    return { path, options: {}, text, regex: false, matchCase: false, places, ...part };
  };
  const names = ['aaaa', 'Bbbb', 'cccc', 'bBBb', 'eeee', 'ffff', 'gggg', 'hhhh'];
  const content = names.map(line).join('');

  it('leaves records out that are too long to be read, also where their beginnings are known', async () => {
    const search = searchOf(fileOf(content), 'bbbb', { options: { longest: 50, sketches: true } });
    expect(await crewOf({ size: 1 }).search(search, () => undefined, never)).toEqual({
      rows: [],
      missing: 8,
    });
  });

  it('finds a text in either case, or in the one asked for', async () => {
    const crew = crewOf({ size: 1 });
    const path = fileOf(content);
    const find = async (text: string, part: Partial<TextSearch> = {}): Promise<readonly number[]> =>
      (await crew.search(searchOf(path, text, part), () => undefined, never)).rows;
    expect(await find('bbbb')).toEqual([101, 103]);
    expect(await find('Bbbb', { matchCase: true })).toEqual([101]);
    expect(await find('> [ce]+ <', { regex: true })).toEqual([102, 104]);
    const { places } = searchOf(path, '');
    expect(await find('bbbb', { places: places.filter(({ index }) => index > 2) })).toEqual([103]);
  });

  it('tells rollouts that are no longer where they stood', async () => {
    const crew = crewOf({ size: 1 });
    const path = fileOf(content.slice(Buffer.byteLength(line('0000'))));
    const moved = searchOf(path, 'hhhh');
    const end = await crew.search({ ...moved, places: moved.places.slice(6) }, () => undefined, never);
    expect(end).toEqual({ rows: [106], missing: 1 });
  });

  it('refuses an expression that is none', async () => {
    const search = searchOf(fileOf(content), '(', { regex: true });
    await expect(crewOf({ size: 1 }).search(search, () => undefined, never)).rejects.toThrow(
      /Invalid regular/,
    );
  });

  it('ends an expression that has no end, and lives on', async () => {
    const crew = crewOf({ size: 1, patience: 300 });
    const path = fileOf(line(`${'a'.repeat(60)}!`));
    const [place] = searchOf(path, '').places;
    const places = place ? [{ ...place, byteEnd: 1000 }] : [];
    const search = searchOf(path, '(a+)+b', { regex: true, places });
    await expect(crew.search(search, () => undefined, never)).rejects.toThrow(/without end/);
    expect(await crew.facts(path, {}, never)).toMatchObject({ divisible: true });
  });
});
