import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeBulk } from '../make/bulk';
import { writeLongRecord, writeSteps, writeTiny } from '../make/extremes';
import { type Measurement, median, percentile, seconds } from './measure';
import { firstLine, newlines } from './newlines';
import { OpenRun } from './open-run';

const MEGABYTE = 1e6;
const MEMORY_TARGET = '≤ 500';
const SCROLLS = 300;
const APPENDS = 5;
const FIRST_RUNS = 5;

/** One of the sizes; `scale` makes it smaller. */
export type SizeBench = (folder: string, scale: number) => Promise<Measurement[]>;

/**
 * Files of any size, opened in a server and a store as they ship, and what both take in memory, together. Each is
 * measured with a server of its own, and can be asked for alone.
 */
export const sizes: Readonly<Record<string, SizeBench>> = {
  first: (folder, scale) => large(folder, 110 * MEGABYTE * scale, 'first'),
  large: (folder, scale) => large(folder, 1000 * MEGABYTE * scale, 'all'),
  tiny: (folder, scale) => tinyRecords(folder, Math.round(1e6 * scale)),
  steps: (folder, scale) => smallFiles(folder, Math.round(5000 * scale)),
  line: (folder, scale) => longRecord(folder, 16 * MEGABYTE * scale, 'line'),
  record: (folder, scale) => longRecord(folder, 1000 * MEGABYTE * scale, 'record'),
};

async function large(folder: string, bytes: number, what: 'first' | 'all'): Promise<Measurement[]> {
  const path = join(folder, 'large.jsonl');
  writeBulk(path, bytes, 17);
  const of = `${Math.round(bytes / MEGABYTE)} MB`;
  try {
    const measured = [await firstPage(folder, path, of)];
    return what === 'first' ? measured : [...measured, ...(await readWhole(folder, path, bytes, of))];
  } finally {
    rmSync(path);
  }
}

/** From the request to the answer, in a server that runs; each with a server of its own, the first of which reads the disk. */
async function firstPage(folder: string, path: string, of: string): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < FIRST_RUNS; round++) {
    const run = await OpenRun.begin(folder, path);
    try {
      times.push(1000 * (await seconds(() => run.first(100))));
    } finally {
      await run.end();
    }
  }
  return { name: `first 100 rows of ${of} in the server`, value: median(times), unit: 'ms', target: '≤ 150' };
}

async function readWhole(folder: string, path: string, bytes: number, of: string): Promise<Measurement[]> {
  const run = await OpenRun.begin(folder, path);
  try {
    const time = await seconds(() => run.read());
    const reading = run.memory.take();
    const pages = await scroll(run);
    const scrolling = run.memory.take();
    const answered = await follow(run, path);
    return [
      { name: `read ${of} into a table`, value: bytes / MEGABYTE / time, unit: 'MB/s' },
      memory(`memory while ${of} are read`, reading),
      memory('memory while they are scrolled through', scrolling),
      { name: 'a page of them, p95', value: percentile(pages, 0.95), unit: 'ms' },
      { name: 'a row that is appended is answered after', value: answered, unit: 'ms', target: '≤ 1000' },
      ...(await resumed(folder, path, of)),
    ];
  } finally {
    await run.end();
  }
}

/** Pages from the beginning to the end in order, sorted by a column; milliseconds of each. */
async function scroll(run: OpenRun): Promise<number[]> {
  const view = { sort: [{ column: 'searches', descending: true }] };
  const { snapshot, matches } = await run.page(0, view);
  const times: number[] = [];
  for (let at = 0; at < SCROLLS; at++) {
    const from = Math.floor((at / SCROLLS) * matches);
    times.push(1000 * (await seconds(() => run.page(from, view, snapshot))));
  }
  return times;
}

/** Appends rollouts one by one; the median of the milliseconds until each is in the table. */
async function follow(run: OpenRun, path: string): Promise<number> {
  const line = firstLine(path);
  const times: number[] = [];
  for (let round = 0; round < APPENDS; round++) {
    const { matches } = await run.page(0);
    const start = performance.now();
    appendFileSync(path, line);
    await run.until(({ rows }) => rows > matches);
    const after = await run.page(matches);
    if (after.rows.length === 0) throw new Error('the row that was appended is not in the table');
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Kills the store in the middle; what is left to do then, as a share of all, and that nothing is missing or twice. */
async function resumed(folder: string, path: string, of: string): Promise<Measurement[]> {
  const run = await OpenRun.begin(folder, path);
  try {
    const middle = run.until(({ bytesRead, bytes }) => bytes > 0 && bytesRead > bytes / 2);
    const { rows: before } = await middle;
    const [pid] = run.stores();
    if (pid === undefined) throw new Error('the store is not there');
    const start = performance.now();
    process.kill(pid, 'SIGKILL');
    // What was told before the process died is not what it says now.
    const first = await run.until(({ phase, rows }) => phase === 'listing' || rows < before);
    const end = await run.read();
    const count = await newlines(path);
    if (end.rows !== count) throw new Error(`${end.rows} rows of ${count} after the store was killed`);
    return [
      {
        name: `rest of ${of} after kill -9 at half, ${first.rows} of ${count} rows kept`,
        value: (performance.now() - start) / 1000,
        unit: 's',
      },
    ];
  } finally {
    await run.end();
  }
}

async function tinyRecords(folder: string, count: number): Promise<Measurement[]> {
  const path = join(folder, 'tiny.jsonl');
  writeTiny(path, count, 19);
  const measured = await readAll(folder, path, `${count.toLocaleString('en')} tiny records`);
  rmSync(path);
  return measured;
}

async function smallFiles(folder: string, count: number): Promise<Measurement[]> {
  const path = join(folder, 'steps');
  writeSteps(path, count, 10_000, 23);
  const measured = await readAll(folder, path, `${count.toLocaleString('en')} step files of 10 kB`);
  rmSync(path, { recursive: true });
  return measured;
}

async function longRecord(folder: string, bytes: number, what: string): Promise<Measurement[]> {
  const path = join(folder, 'long.jsonl');
  writeLongRecord(path, bytes, 29);
  const measured = await readAll(folder, path, `one ${what} of ${Math.round(bytes / MEGABYTE)} MB`);
  rmSync(path);
  return measured;
}

/** First page, then everything: seconds and memory. */
async function readAll(folder: string, path: string, what: string): Promise<Measurement[]> {
  const run = await OpenRun.begin(folder, path);
  try {
    const first = await seconds(() => run.first(100));
    const time = await seconds(() => run.read());
    return [
      { name: `first rows of ${what}`, value: first * 1000, unit: 'ms' },
      { name: `read ${what}`, value: time, unit: 's' },
      memory(`memory while it reads ${what}`, run.memory.take()),
    ];
  } finally {
    await run.end();
  }
}

function memory(name: string, value: number): Measurement {
  return { name, value, unit: 'MiB', target: MEMORY_TARGET };
}
