import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowStore } from '../../../../core/store/database/row-store';
import { Bench, batchOf, COLUMNS, fileOf, indices, page } from './set';

let at: Bench;
beforeAll(() => {
  at = new Bench();
});
afterAll(() => at.remove());

const START = { record: 0, line: 0 };

describe('rows', () => {
  it('come back as they were given, unknown ones too', async () => {
    const store = await at.holding([
      {
        step: 3,
        question: "Who's 'that'?\u0000\u{1f600}",
        score: 0.25,
        em: true,
        findings: ['a', 'b c'],
        'recorded.acc': 1,
      },
      { question: '', em: false },
      {},
    ]);
    const columns = ['step', 'question', 'score', 'em', 'findings', 'recorded.acc', 'no-such', 'index'];
    const { rows, matches, inWork, files } = await page(store, { columns });
    expect(rows).toEqual([
      {
        file: 0,
        index: 0,
        sample: 0,
        values: [3, "Who's 'that'?\u0000\u{1f600}", 0.25, true, ['a', 'b c'], 1, null, 0],
      },
      { file: 0, index: 1, sample: 0, values: [null, '', null, false, null, null, null, 1] },
      { file: 0, index: 2, sample: 0, values: [null, null, null, null, null, null, null, 2] },
    ]);
    expect({ matches, inWork, files }).toEqual({ matches: 3, inWork: 3, files: { 0: '/runs/step_0.jsonl' } });
  });

  it('are seen with the commit, together with how far their file is', async () => {
    const { store } = await at.open({ key: 'seen' });
    await store.append(0, START, batchOf([{}, {}]));
    expect(await page(store)).toMatchObject({ matches: 0, rows: [] });
    expect(await store.files()).toEqual([]);
    const { generation } = store;
    await store.commit([fileOf(0, 200)]);
    expect(store.generation).toBeGreaterThan(generation);
    expect(store.rows).toBe(2);
    expect(await store.files()).toEqual([fileOf(0, 200)]);
    expect((await page(store)).rows).toHaveLength(2);
  });

  it('count their records and lines behind what came before in the file', async () => {
    const { store } = await at.open({ key: 'base' });
    await store.append(1, START, batchOf([{}, {}]));
    await store.append(1, { record: 2, line: 10 }, batchOf([{}, {}]));
    await store.commit([fileOf(1)]);
    expect(await indices(store, null)).toEqual([0, 1, 2, 3]);
    const { rows } = await store.sql({
      sql: 'SELECT "index", line, file FROM rollouts ORDER BY 1',
      count: 10,
    });
    expect(rows).toEqual([0, 1, 10, 11].map((line, index) => [index, line, '/runs/step_1.jsonl']));
  });

  it('stand in the order of file, record and sample, whatever came first', async () => {
    const { store } = await at.open({ key: 'order' });
    await store.append(2, START, batchOf([{}, {}]));
    await store.append(1, START, batchOf([{ index: 5 }, { index: 4, sample: 1 }, { index: 4 }]));
    await store.commit([fileOf(1), fileOf(2)]);
    const { rows } = await page(store);
    expect(rows.map(({ file, index, sample }) => [file, index, sample])).toEqual([
      [1, 4, 0],
      [1, 4, 1],
      [1, 5, 0],
      [2, 0, 0],
      [2, 1, 0],
    ]);
  });

  it('are many: chunks are filled again and again without mixing', async () => {
    const many = Array.from({ length: 5000 }, (_, row) => ({
      score: row % 3 === 0 ? null : row,
      question: row % 5 === 0 ? null : `q${row}`,
    }));
    const store = await at.holding(many);
    const { rows } = await page(store, { columns: ['score', 'question'], from: 1900, count: 500 });
    expect(rows.map(({ values }) => values)).toEqual(
      many.slice(1900, 2400).map(({ score, question }) => [score, question]),
    );
  });

  it('come few at a time, as those of small files do', async () => {
    const { store } = await at.open({ key: 'few' });
    const rowsOf = (file: number) =>
      Array.from({ length: 1 + (file % 3) }, (_, at) => ({
        score: file % 2 === 0 ? null : file,
        question: at === 0 ? null : `file ${file}, row ${at}`,
        // A column comes in the middle of a chunk.
        ...(file > 1500 ? { 'recorded.late': `late ${file}` } : {}),
      }));
    const files = Array.from({ length: 2000 }, (_, file) => file);
    for (const file of files) {
      await store.append(file, START, batchOf(rowsOf(file)));
      if (file === 700) {
        await store.forgetFrom(699, 0);
        await store.append(699, START, batchOf([{ score: -1 }]));
      }
    }
    await store.commit(files.map((file) => fileOf(file)));
    const wanted = files.flatMap((file) =>
      (file === 699 ? [{ score: -1, question: null }] : rowsOf(file)).map((row) => [
        row.score,
        row.question,
        'recorded.late' in row ? row['recorded.late'] : null,
      ]),
    );
    expect(store.rows).toBe(wanted.length);
    const columns = ['score', 'question', 'recorded.late'];
    for (let from = 0; from < wanted.length; from += 500) {
      const { rows } = await page(store, { columns, from, count: 500 });
      expect(rows.map(({ values }) => values)).toEqual(wanted.slice(from, from + 500));
    }
  });
});

describe('forgetting a file', () => {
  it('takes its rows out with the next commit, and lets it be read anew', async () => {
    const { store } = await at.open({ key: 'forget' });
    await store.append(0, START, batchOf([{ score: 1 }]));
    await store.append(1, START, batchOf([{ score: 2 }, { score: 3 }]));
    await store.commit([fileOf(0), fileOf(1)]);
    const before = await page(store);
    await store.forget([1]);
    expect((await page(store)).matches).toBe(3);
    await store.append(1, START, batchOf([{ score: 4 }]));
    await store.commit([fileOf(1, 100)]);
    const after = await page(store, { columns: ['score'], snapshot: before.snapshot });
    expect(after.snapshot).not.toBe(before.snapshot);
    expect(after.rows.map(({ values }) => values[0])).toEqual([1, 4]);
    await store.forget([0, 1]);
    await store.commit([]);
    expect(await store.files()).toEqual([]);
    expect(await page(store)).toMatchObject({ matches: 0, inWork: 0 });
  });
});

describe('columns that files bring', () => {
  const recorded = (store: RowStore): unknown[] =>
    store.columns.slice(COLUMNS.length).map(({ id, kind }) => [id, kind]);

  it('are added when first seen, unknown in the rows before', async () => {
    const { store } = await at.open({ key: 'recorded' });
    await store.append(0, START, batchOf([{}]));
    await store.commit([fileOf(0)]);
    await store.append(
      0,
      { record: 1, line: 1 },
      batchOf([{ 'recorded.acc': 0.5, 'recorded.Acc': 'x', 'recorded.ok': true }]),
    );
    await store.commit([fileOf(0)]);
    expect(recorded(store)).toEqual([
      ['recorded.acc', 'number'],
      ['recorded.Acc', 'text'],
      ['recorded.ok', 'flag'],
    ]);
    const { rows } = await page(store, { columns: ['recorded.acc', 'recorded.Acc', 'recorded.ok'] });
    expect(rows.map(({ values }) => values)).toEqual([
      [null, null, null],
      [0.5, 'x', true],
    ]);
  });

  it('become text where files disagree, and lose nothing', async () => {
    const { store } = await at.open({ key: 'mixed' });
    const values = [0.1, 3, -2.5e-7, 'high', true, 7];
    for (const [record, value] of values.entries()) {
      await store.append(
        0,
        { record, line: record },
        batchOf([{ 'recorded.x': value, 'recorded.y': record > 2 ? value : true }]),
      );
      await store.commit([fileOf(0)]);
    }
    expect(recorded(store)).toEqual([
      ['recorded.x', 'text'],
      ['recorded.y', 'text'],
    ]);
    const { rows } = await page(store, { columns: ['recorded.x', 'recorded.y'] });
    expect(rows.map(({ values }) => values[0])).toEqual(['0.1', '3', '-2.5e-07', 'high', 'true', '7']);
    expect(rows.map(({ values }) => values[1])).toEqual(['true', 'true', 'true', 'high', 'true', '7']);
    expect(await indices(store, { kind: 'compare', column: 'recorded.x', op: '=', value: 3 })).toEqual([1]);
  });

  it('are at most 64, of keys that can be written', async () => {
    const { store } = await at.open({ key: 'most' });
    const row = Object.fromEntries(Array.from({ length: 70 }, (_, key) => [`recorded.k${key}`, key]));
    await store.append(
      0,
      START,
      batchOf([{ 'recorded.a\nb': 1, [`recorded.${'k'.repeat(300)}`]: 1, ...row }]),
    );
    await store.commit([fileOf(0)]);
    expect(recorded(store)).toHaveLength(64);
    expect(recorded(store)[0]).toEqual(['recorded.k0', 'number']);
  });

  it('may be called anything', async () => {
    const key = `recorded."; DROP TABLE cache.main.rollouts; --`;
    const store = await at.holding([{ [key]: 'here' }, {}]);
    expect(await indices(store, { kind: 'known', column: key })).toEqual([0]);
    expect(
      (await page(store, { columns: [key], sort: [{ column: key, descending: true }] })).rows[0]?.values,
    ).toEqual(['here']);
    expect((await store.sql({ sql: 'SELECT count(*) FROM rollouts', count: 1 })).rows).toEqual([[2]]);
  });
});

it('refuses registries whose ids are no words', async () => {
  for (const id of ['a b', 'x"y', 'Äh', '1a', '', 'recorded.x'])
    await expect(
      at.open({ key: 'refused', columns: [{ ...COLUMNS[0], id } as (typeof COLUMNS)[number]] }),
    ).rejects.toThrow('a column cannot be called');
});
