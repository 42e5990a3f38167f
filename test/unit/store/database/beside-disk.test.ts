import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDuckDb } from '../../../../core/host/duckdb/load';
import { besideDisk } from '../../../../core/store/database/in-memory';
import { cachePath } from '../../../../core/store/database/open';
import type { RowStore } from '../../../../core/store/database/row-store';
import { identityOf, rereadState } from '../../../../core/store/database/state';
import { DuckRowStore } from '../../../../core/store/database/store';
import { batchOf, Bench, COLUMNS, fileOf, page } from './set';

let at: Bench;
beforeAll(() => {
  at = new Bench();
});
afterAll(() => at.remove());

const START = { record: 0, line: 0 };

/** Three files of three rows each, file 0 with a recorded column, and room in memory for more. */
async function opened(key: string): Promise<RowStore> {
  const { store } = await at.open({ key });
  for (const file of [0, 1, 2])
    await store.append(
      file,
      START,
      batchOf([1, 2, 3].map((n) => ({ score: 10 * file + n, ...(file === 0 && { 'recorded.acc': n }) }))),
    );
  await store.commit([0, 1, 2].map((file) => ({ ...fileOf(file, 300), records: 3 })));
  await at.close(store);
  const identity = identityOf('1', COLUMNS);
  const request = { identity, columns: COLUMNS, memory: 96, threads: 1 };
  return DuckRowStore.over({
    ...(await besideDisk(cachePath(at.folder, key), request)),
    duckdb: await loadDuckDb(),
    place: { kind: 'memory', why: 'for a test' },
    memory: 96,
    instead: null,
    reread: (connection) => rereadState(connection, identity, COLUMNS),
    closed: () => Promise.resolve(),
  });
}

async function scores(store: RowStore): Promise<unknown[]> {
  return (await page(store, { columns: ['score'] })).rows.map(({ values }) => values[0]);
}

describe('rows in memory beside those of a cache that is only read', () => {
  it('are one table with them: filters, groups, SQL and columns that files bring', async () => {
    const store = await opened('both');
    expect(await store.files()).toHaveLength(3);
    await store.append(
      2,
      { record: 3, line: 3 },
      batchOf([{ score: 24, question: 'late', 'recorded.acc': 5, 'recorded.new': 'x' }]),
    );
    await store.commit([{ ...fileOf(2, 400), records: 4 }]);
    expect(store.rows).toBe(10);
    expect(await scores(store)).toEqual([1, 2, 3, 11, 12, 13, 21, 22, 23, 24]);
    const { rows } = await page(store, {
      filter: { kind: 'compare', column: 'recorded.acc', op: '>=', value: 3 },
      columns: ['score', 'recorded.acc', 'recorded.new'],
    });
    expect(rows.map(({ values }) => values)).toEqual([
      [3, 3, null],
      [24, 5, 'x'],
    ]);
    const groups = await store.groups({
      by: 'question',
      filter: null,
      sort: { by: 'rollouts', descending: true },
      snapshot: null,
      from: 0,
      count: 10,
    });
    expect(groups.groups.map(({ key, rollouts }) => [key, rollouts])).toEqual([
      [null, 9],
      ['late', 1],
    ]);
    const { rows: counted } = await store.sql({
      sql: 'SELECT file, count(*) FROM rollouts GROUP BY file ORDER BY file',
      count: 10,
    });
    expect(counted).toEqual([0, 1, 2].map((file) => [fileOf(file).path, file === 2 ? 4 : 3]));
    await store.close();
  });

  it('replace those of files that are no more, or are read anew from a record on', async () => {
    const store = await opened('replaced');
    await store.forget([1]);
    await store.forgetFrom(2, 1);
    await store.append(2, { record: 1, line: 1 }, batchOf([{ score: 99 }]));
    await store.commit([{ ...fileOf(2, 200), records: 2 }]);
    expect(store.rows).toBe(5);
    expect(await scores(store)).toEqual([1, 2, 3, 21, 99]);
    expect((await store.files()).map(({ number }) => number)).toEqual([0, 2]);
    // What is new can be taken out as well.
    await store.forgetFrom(2, 1);
    await store.commit([]);
    expect(await scores(store)).toEqual([1, 2, 3, 21]);
    await store.close();
    // The disk was not touched.
    const { store: again, opening } = await at.open({ key: 'replaced' });
    expect({ opening, rows: again.rows }).toEqual({ opening: 'kept', rows: 9 });
  });

  it('come back with what was taken out where a change fails', async () => {
    const store = await opened('undone');
    await store.forget([0]);
    await store.append(3, START, batchOf([{ score: 31 }]));
    const broken = batchOf([{ score: 32 }]);
    const wrong = {
      ...broken,
      columns: { ...broken.columns, score: { kind: 'text', values: ['?'] } as const },
    };
    await expect(store.append(3, { record: 1, line: 1 }, wrong)).rejects.toMatchObject({
      name: 'ChangeFailed',
      message: expect.stringContaining('the column score is number') as string,
    });
    expect(store.rows).toBe(9);
    expect(await scores(store)).toEqual([1, 2, 3, 11, 12, 13, 21, 22, 23]);
    await store.append(3, START, batchOf([{ score: 31 }]));
    await store.commit([fileOf(3)]);
    expect(await scores(store)).toEqual([1, 2, 3, 11, 12, 13, 21, 22, 23, 31]);
    await store.close();
  });
});
