import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostBundle } from '../../host/bundle';
import { ROWS, BATCHES, type Said, type Told, type Wish } from './child';
import { batchOf, Bench, fileOf, page } from './set';

let at: Bench;
let bundle: HostBundle;
beforeAll(async () => {
  at = new Bench();
  bundle = await bundleHost('test/unit/store/database/child.ts');
});
afterAll(async () => {
  bundle.remove();
  await at.remove();
});

/** Runs the child; `blocks` of 512 bytes are the most that one of its files may have. */
function start(
  { blocks = 'unlimited', ...wish }: Omit<Wish, 'folder'> & { readonly blocks?: string },
  folder = at.folder,
  user: SpawnOptions = {},
): ChildProcess & { readonly said: AsyncIterable<Said> } {
  const argument = JSON.stringify({ folder, ...wish } satisfies Wish);
  const child = spawn(
    '/bin/sh',
    ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, bundle.script, argument],
    { ...user, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said = (async function* () {
    for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as Said;
  })();
  return Object.assign(child, { said });
}

/** What a child tells of its failures and its end, and the rows of its last commit before the first of them. */
async function heard(child: ReturnType<typeof start>): Promise<{ told: Told[]; committed: number }> {
  const told: Told[] = [];
  let committed = 0;
  for await (const said of child.said) {
    if (said.kind === 'failed' || said.kind === 'ended') told.push(said);
    else if (said.kind === 'committed' && told.length === 0) committed = said.rows;
  }
  return { told, committed };
}

describe('a process that is killed while it adds rows', () => {
  it.each<[string, (said: Said) => boolean]>([
    ['between two commits', (said) => said.kind === 'appended' && said.rows === ROWS * (BATCHES * 2 + 1)],
    ['while it commits', (said) => said.kind === 'appended' && said.rows === ROWS * BATCHES * 2],
    ['right after a commit', (said) => said.kind === 'committed' && said.rows === ROWS * BATCHES],
  ])('%s leaves whole commits: rows and how far the file is', async (name, now) => {
    const key = name.replaceAll(' ', '-');
    const child = start({ key });
    let committed = 0;
    for await (const said of child.said) {
      if (said.kind === 'committed') committed = said.rows;
      if (now(said)) child.kill('SIGKILL');
    }
    const { store, opening } = await at.open({ key });
    expect(opening).toBe('kept');
    const [file] = await store.files();
    expect(file?.records).toBeGreaterThanOrEqual(committed);
    expect(Number(file?.records) % (ROWS * BATCHES)).toBe(0);
    const { rows } = await store.sql({
      sql: 'SELECT count(*), count(DISTINCT "index"), max("index") FROM rollouts',
      count: 1,
    });
    expect(rows).toEqual([[file?.records, file?.records, Number(file?.records) - 1]]);
    const records = Number(file?.records);
    await store.append(0, { record: records, line: records }, batchOf([{ 'recorded.late': 1 }]));
    await store.commit([{ ...fileOf(0), records: records + 1 }]);
    expect((await page(store, { from: records })).rows).toMatchObject([{ index: records }]);
  });
});

it('a cache that another process has open is left to it, and rows are kept in memory', async () => {
  const child = start({ key: 'locked' });
  for await (const said of child.said) {
    if (said.kind !== 'committed') continue;
    const { store, opening, message } = await at.open({ key: 'locked' });
    expect(opening).toBe('locked');
    expect(message).toMatch(/in use by another process.*Close the other window.*open them again\.$/);
    expect(store.place).toEqual({ kind: 'memory', why: message });
    await at.close(store);
    child.kill('SIGKILL');
    break;
  }
  await once(child, 'close');
  expect((await at.open({ key: 'locked' })).opening).toBe('kept');
});

describe('a user without permission', () => {
  /** Root may write everywhere: then it is `nobody` who opens. */
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  async function opened(folder: string): Promise<unknown> {
    const child = start({ key: 'forbidden' }, folder, user);
    try {
      for await (const said of child.said) return said;
    } finally {
      child.kill('SIGKILL');
    }
    return null;
  }

  it('to make a cache has the rows in memory, and is told what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracehop-forbidden-'));
    chmodSync(folder, 0o555);
    try {
      expect(await opened(folder)).toEqual({
        kind: 'open',
        opening: 'denied',
        message: expect.stringMatching(/permission was denied\..*Give yourself permission/) as string,
        place: 'memory',
        rows: 0,
      });
    } finally {
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true });
    }
  });

  it('to write the cache that is there has its rows, and the new ones in memory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracehop-forbidden-'));
    const { store } = await at.open({ key: 'forbidden', folder });
    await store.append(0, { record: 0, line: 0 }, batchOf([{}, {}]));
    await store.commit([{ ...fileOf(0, 200), records: 2 }]);
    await at.close(store);
    chmodSync(join(folder, 'forbidden.duckdb'), 0o444);
    chmodSync(folder, 0o555);
    try {
      expect(await opened(folder)).toMatchObject({ opening: 'denied', place: 'memory', rows: 2 });
    } finally {
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a disk that gets full', () => {
  /** Everything up to `rows`, each once and in order. */
  const whole = (rows: number): Partial<Told> => ({
    rows,
    counted: [[rows, rows, rows - 1]],
    shown: 100,
    inOrder: rows,
    records: rows,
  });

  it.each<[string, string, string]>([
    ['while rows are added', 'adding', '7000'],
    // DuckDB writes the log back at 16 MiB, and a database that cannot do that answers nothing any more.
    ['while the log is written back', 'writing', '34000'],
  ])('%s is said, and adding goes on in memory: nothing is lost, nothing twice', async (_, key, blocks) => {
    const after = 5;
    const { told, committed } = await heard(start({ key, blocks, after }));
    expect(committed).toBeGreaterThan(0);
    const [moved, end] = told;
    const rows = moved?.rows ?? 0;
    // What was told to have failed may be in, but only as a whole.
    expect([committed, committed + ROWS * BATCHES]).toContain(rows);
    expect(moved).toMatchObject({
      kind: 'failed',
      name: 'StoreMoved',
      message: expect.stringMatching(
        /^The disk is full .* the [\d,]+ that are in stay, and what is new is kept in memory .* Free some space/,
      ) as string,
      stopped: null,
      place: { kind: 'memory', why: moved?.message },
      ...whole(rows),
    });
    expect(end).toMatchObject({ kind: 'ended', stopped: null, ...whole(rows + after * ROWS * BATCHES) });
    // With room again the cache goes on where it ends.
    const { store, opening } = await at.open({ key });
    expect({ opening, rows: store.rows }).toEqual({ opening: 'kept', rows });
    expect(store.place).toEqual({ kind: 'disk' });
    await store.append(0, { record: rows, line: rows }, batchOf([{}]));
    await store.commit([fileOf(0)]);
    expect(store.rows).toBe(rows + 1);
  });

  it('leaves as much as fits in memory, and it is said that the rest is missing', async () => {
    const { told } = await heard(start({ key: 'both', blocks: '7000', memory: 40 }));
    const [moved, end] = told;
    expect(moved).toMatchObject({ name: 'StoreMoved', stopped: null });
    expect(end?.rows).toBeGreaterThan(moved?.rows ?? 0);
    expect(end).toMatchObject({
      kind: 'failed',
      name: 'StoreStopped',
      message: expect.stringMatching(
        /^No more rollouts fit in memory: the [\d,]+ that are in stay usable, and the others are missing\. .* 40 MB .* Free some space/,
      ) as string,
      stopped: end?.message,
      ...whole(end?.rows ?? 0),
    });
  });

  it('from the beginning leaves memory', async () => {
    const child = start({ key: 'none', blocks: '8' });
    for await (const said of child.said) {
      expect(said).toMatchObject({ kind: 'open', opening: 'disk-full' });
      child.kill('SIGKILL');
      break;
    }
  });
});
