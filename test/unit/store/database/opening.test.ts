import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../../core/host/duckdb/database';
import { batchOf, Bench, COLUMNS, fileOf, indices, page } from './set';

let at: Bench;
beforeAll(() => {
  at = new Bench();
});
afterAll(() => at.remove());

const START = { record: 0, line: 0 };
const pathOf = (key: string): string => join(at.folder, `${key}.duckdb`);

/** A cache with two rows and a recorded column, closed. */
async function closedCache(key: string): Promise<void> {
  const { store } = await at.open({ key });
  await store.append(0, START, batchOf([{ score: 1 }, { 'recorded.acc': 0.5 }]));
  await store.commit([fileOf(0, 200)]);
  await at.close(store);
}

describe('a cache', () => {
  it('is kept from one time to the next', async () => {
    const first = await at.open({ key: 'kept' });
    expect(first).toMatchObject({ opening: 'new', message: null, store: { place: { kind: 'disk' } } });
    await at.close(first.store);
    await closedCache('kept');
    const { store, opening, message } = await at.open({ key: 'kept' });
    expect({ opening, message }).toEqual({ opening: 'kept', message: null });
    expect(await store.files()).toEqual([fileOf(0, 200)]);
    await store.append(0, { record: 2, line: 2 }, batchOf([{ 'recorded.acc': 1 }]));
    await store.commit([fileOf(0, 300)]);
    const { rows } = await page(store, { columns: ['score', 'recorded.acc'] });
    expect(rows.map(({ index, values }) => [index, ...values])).toEqual([
      [0, 1, null],
      [1, null, 0.5],
      [2, null, 1],
    ]);
  });

  it('is built anew for another version or other columns', async () => {
    await closedCache('versions');
    for (const other of [{ analyser: '2' }, { columns: COLUMNS.slice(1) }]) {
      const { store, opening, message } = await at.open({ key: 'versions', ...other });
      expect(opening).toBe('outdated');
      expect(message).toMatch(/another version of Tracehop and is built anew\. Nothing needs to be done/);
      expect(store.place).toEqual({ kind: 'disk' });
      expect(store.rows).toBe(0);
      await at.close(store);
    }
  });

  it.each<[string, (path: string) => void]>([
    ['text', (path) => writeFileSync(path, 'this is no database\n'.repeat(1000))],
    ['truncated', (path) => truncateSync(path, 5000)],
    ['zeros', (path) => writeFileSync(path, Buffer.alloc(20_000))],
    ['torn', (path) => writeFileSync(path, readFileSync(path).fill(7, 4096, 20_000))],
  ])('that is damaged (%s) is built anew', async (name, damage) => {
    const key = `damaged-${name}`;
    await closedCache(key);
    damage(pathOf(key));
    const { store, opening, message } = await at.open({ key });
    expect(opening, message ?? '').toBe('damaged');
    expect(message).toMatch(/was damaged and is built anew\. .*check the disk\.$/);
    await store.append(0, START, batchOf([{}]));
    await store.commit([fileOf(0)]);
    expect(await indices(store, null)).toEqual([0]);
  });

  it('of something else than ours is built anew', async () => {
    const database = await Database.open();
    await database.attach(pathOf('theirs'), 'theirs', 'write');
    await database.connected((connection) => connection.run('CREATE TABLE theirs.work AS SELECT 42'));
    database.close();
    expect((await at.open({ key: 'theirs' })).opening).toBe('outdated');
  });

  it('cannot be called by a path', async () => {
    for (const key of ['../x', '', 'a/b', 'a.b'])
      await expect(at.open({ key })).rejects.toThrow('cannot be called');
  });
});

describe('where no cache can be written', () => {
  it('rows are kept in memory, and it is said why', async () => {
    const file = join(at.folder, 'a-file');
    writeFileSync(file, '');
    const { store, opening, message } = await at.open({ folder: file });
    expect(opening).toBe('failed');
    expect(message).toMatch(/kept in memory/);
    expect(store.place).toEqual({ kind: 'memory', why: message });
    await store.append(0, START, batchOf([{ score: 1 }, { score: 2 }]));
    await store.commit([fileOf(0)]);
    expect(await indices(store, null, [{ column: 'score', descending: true }])).toEqual([1, 0]);
    expect(existsSync(`${file}.temp`)).toBe(false);
  });

  it('they are as many as fit; the rest is refused with a reason', async () => {
    const file = join(at.folder, 'a-file');
    const { store } = await at.open({ folder: file, memory: 24 });
    const rows = Array.from({ length: 4000 }, (_, row) => ({
      question: `#${row} ${Math.random()} `.repeat(20),
    }));
    const fill = async (): Promise<void> => {
      for (let record = 0; ; record += rows.length) {
        await store.append(0, { record, line: record }, batchOf(rows));
        await store.commit([fileOf(0)]);
      }
    };
    await expect(fill()).rejects.toThrow(
      /^No more rollouts fit in memory: the [\d,]+ that are in stay usable, and the others are missing\. .*24 MB/,
    );
    expect(store.stopped).toMatch(/No more rollouts fit/);
    expect(store.rows).toBeGreaterThan(0);
    const { matches, rows: shown } = await page(store, {
      filter: { kind: 'contains', column: 'question', text: '#3999 ' },
    });
    expect(matches).toBe(store.rows / rows.length);
    expect(shown).toHaveLength(matches);
  });
});
