import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostBundle } from '../../host/bundle';
import { ROWS, BATCHES, type Said } from './child';
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

/** Runs the child; `blocks` of 1024 bytes are the most that one of its files may have. */
function start(key: string, blocks = 'unlimited'): ChildProcess & { readonly said: AsyncIterable<Said> } {
  const child = spawn(
    '/bin/sh',
    ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, bundle.script, at.folder, key],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said = (async function* () {
    for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as Said;
  })();
  return Object.assign(child, { said });
}

describe('a process that is killed while it adds rows', () => {
  it.each<[string, (said: Said) => boolean]>([
    ['between two commits', (said) => said.kind === 'appended' && said.rows === ROWS * (BATCHES * 2 + 1)],
    ['while it commits', (said) => said.kind === 'appended' && said.rows === ROWS * BATCHES * 2],
    ['right after a commit', (said) => said.kind === 'committed' && said.rows === ROWS * BATCHES],
  ])('%s leaves whole commits: rows and how far the file is', async (name, now) => {
    const key = name.replaceAll(' ', '-');
    const child = start(key);
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
  const child = start('locked');
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

describe('a disk that gets full', () => {
  it.each<[string, string, string]>([
    ['while rows are added', 'adding', '7000'],
    // DuckDB writes the log back at 16 MiB, and a database that cannot do that answers nothing any more.
    ['while the log is written back', 'writing', '34000'],
  ])('%s ends the adding, is said, and loses nothing that was seen', async (_, key, blocks) => {
    const child = start(key, blocks);
    let committed = 0;
    let end: Extract<Said, { kind: 'stopped' }> | null = null;
    for await (const said of child.said) {
      if (said.kind === 'committed') committed = said.rows;
      if (said.kind === 'stopped') end = said;
    }
    expect(committed).toBeGreaterThan(0);
    const rows = end?.rows ?? 0;
    // What was told to have failed may be in, but only as a whole.
    expect([committed, committed + ROWS * BATCHES]).toContain(rows);
    expect(end).toMatchObject({
      name: 'StoreStopped',
      message: expect.stringMatching(
        /^The disk is full, .* [\d,]+ that were stay usable\. Free some space/,
      ) as string,
      stopped: end?.message,
      counted: [[rows, rows]],
      shown: 100,
      records: rows,
    });
    const { store, opening } = await at.open({ key });
    expect({ opening, rows: store.rows }).toEqual({ opening: 'kept', rows });
    await store.append(0, { record: rows, line: rows }, batchOf([{}]));
    await store.commit([fileOf(0)]);
    expect(store.rows).toBe(rows + 1);
  });
});

it('a disk that is full from the beginning leaves memory', async () => {
  const child = start('none', '8');
  for await (const said of child.said) {
    expect(said).toEqual({ kind: 'open', opening: 'disk-full' });
    child.kill('SIGKILL');
    break;
  }
});
