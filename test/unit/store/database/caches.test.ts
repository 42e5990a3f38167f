import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Caches } from '../../../../core/store/database/caches';
import { batchOf, Bench, COLUMNS, fileOf, page } from './set';

let at: Bench;
beforeEach(() => {
  at = new Bench();
});
afterEach(() => at.remove());

const pathOf = (key: string): string => join(at.folder, `${key}.duckdb`);

/** A closed cache that was opened so many hours ago. */
async function cache(caches: Caches, key: string, hours: number): Promise<void> {
  const { store } = await caches.open({ key, columns: COLUMNS, analyser: '1' });
  await store.append(0, { record: 0, line: 0 }, batchOf([{ score: 1 }]));
  await store.commit([fileOf(0)]);
  await store.close();
  utimesSync(pathOf(key), Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600);
}

it('those opened longest ago make room, and none that is open', async () => {
  const caches = new Caches(at.folder, 1);
  for (const [hours, key] of ['new', 'old', 'older'].entries()) await cache(caches, key, hours + 1);
  const { store } = await caches.open({ key: 'older', columns: COLUMNS, analyser: '1' });
  utimesSync(pathOf('older'), 0, 0);
  writeFileSync(join(at.folder, 'notes.txt'), 'not ours');
  expect((await caches.trim()).sort()).toEqual([pathOf('new'), pathOf('old')]);
  expect(existsSync(pathOf('older'))).toBe(true);
  expect(existsSync(join(at.folder, 'notes.txt'))).toBe(true);
  expect((await page(store)).rows).toHaveLength(1);
  await store.close();
  expect(await caches.trim()).toEqual([pathOf('older')]);
});

it('what fits stays', async () => {
  await cache(new Caches(at.folder), 'a', 1);
  await cache(new Caches(at.folder), 'b', 2);
  expect(await new Caches(at.folder).trim()).toEqual([]);
  expect(await new Caches(join(at.folder, 'nowhere')).trim()).toEqual([]);
});

it('one set is opened once in a process', async () => {
  const caches = new Caches(at.folder);
  const request = { key: 'once', columns: COLUMNS, analyser: '1' };
  const { store } = await caches.open(request);
  await expect(caches.open(request)).rejects.toThrow('open in this process already');
  await store.close();
  await (await caches.open(request)).store.close();
});
