import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { literal } from '../../../../core/host/duckdb/sql';
import type { Operand } from '../../../../core/protocol/store';
import type { RowStore } from '../../../../core/store/database/row-store';
import { batchOf, Bench, fileOf, page } from './set';

let at: Bench;
let store: RowStore;
beforeAll(async () => {
  at = new Bench();
  store = await at.holding(
    [
      { step: 1, score: 0.5, em: true, findings: ['a', 'b'], 'recorded.acc': 1, 'recorded.Acc': 'x' },
      { step: 2, score: Infinity },
      {},
    ],
    'query',
  );
});
afterAll(() => at.remove());

const run = (sql: string, count = 100) => store.sql({ sql, count });

describe('a query', () => {
  it('sees the rollouts with the types of SQL', async () => {
    const { rows, columns, more, generation } = await run(
      'SELECT step, score, em, findings, "recorded.acc", "recorded.Acc_2", file FROM rollouts ORDER BY "index"; -- all',
    );
    expect(columns).toEqual([
      { name: 'step', type: 'BIGINT' },
      { name: 'score', type: 'DOUBLE' },
      { name: 'em', type: 'BOOLEAN' },
      { name: 'findings', type: 'VARCHAR[]' },
      { name: 'recorded.acc', type: 'DOUBLE' },
      { name: 'recorded.Acc_2', type: 'VARCHAR' },
      { name: 'file', type: 'VARCHAR' },
    ]);
    expect(rows).toEqual([
      [1, 0.5, true, ['a', 'b'], 1, 'x', '/runs/step_0.jsonl'],
      [2, 'Infinity', null, [], null, null, '/runs/step_0.jsonl'],
      [null, null, null, [], null, null, '/runs/step_0.jsonl'],
    ]);
    expect({ more, generation }).toEqual({ more: false, generation: store.generation });
  });

  it('gives so many rows and says that there are more', async () => {
    expect(await run('SELECT range FROM range(1000000000)', 3)).toMatchObject({
      rows: [[0], [1], [2]],
      more: true,
    });
    expect(await run('SELECT range FROM range(3)', 3)).toMatchObject({ more: false });
  });

  it('is one SELECT, and can neither write nor reach a file', async () => {
    const secret = join(at.folder, 'secret.txt');
    writeFileSync(secret, 'secret');
    for (const [sql, message] of [
      ['', 'there is no query'],
      [' -- nothing', 'there is no query'],
      ['SELECT 1; DELETE FROM cache.main.rollouts', 'these are 2 statements'],
      ['DELETE FROM cache.main.rollouts', 'only SELECT'],
      ['DROP VIEW rollouts', 'only SELECT'],
      ['SET memory_limit = 1', 'only SELECT'],
      ['COMMIT', 'only SELECT'],
      ['CALL force_checkpoint(cache)', 'only SELECT'],
      ["SELECT * FROM force_checkpoint('cache')", 'force_checkpoint cannot be read'],
      ["WITH t AS (SELECT (SELECT count(*) FROM ForCe_CheckPoint('cache'))) FROM t", 'cannot be read'],
      ['SELECT * FROM duckdb_settings()', 'cannot be read'],
      [`COPY (SELECT 1) TO ${literal(join(at.folder, 'out.csv'))}`, 'only SELECT'],
      [`SELECT * FROM read_text(${literal(secret)})`, 'read_text cannot be read'],
      [`SELECT * FROM ${literal(secret)}`, 'does not exist'],
      [`ATTACH ${literal(join(at.folder, 'b.duckdb'))} AS b`, 'only SELECT'],
      ['SELECT $1', 'parameters'],
      ['PIVOT rollouts ON step USING count(*)', '2 statements'],
      ['SELECT 1 \0; DELETE', 'NUL'],
      [`SELECT * FROM query('DELETE FROM cache.main.rollouts')`, 'cannot be read'],
    ] as const)
      await expect(run(sql), sql).rejects.toThrow(message);
    expect((await run('SELECT count(*) FROM rollouts')).rows).toEqual([[3]]);
  });

  it('that is wrong is answered in the words of DuckDB, with the place', async () => {
    await expect(run('SELECT scor\nFROM rollouts')).rejects.toThrow(
      /"scor" not found[^]*LINE 1: SELECT scor[^]*\^/,
    );
    await expect(run('SELECT 1 +')).rejects.toThrow(/syntax error at end of input/);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const endless = store.sql(
      {
        sql: 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 0',
        count: 1,
      },
      controller.signal,
    );
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(endless).rejects.toThrow('enough');
  });

  it('sees columns that came later, and runs while rows are added', async () => {
    await store.append(0, { record: 3, line: 3 }, batchOf([{ 'recorded.new': true }]));
    expect((await run('SELECT count(*) FROM rollouts')).rows).toEqual([[3]]);
    await store.commit([fileOf(0)]);
    expect((await run('SELECT count("recorded.new") FROM rollouts')).rows).toEqual([[1]]);
  });
});

it('an infinite number is one as cell, value and operand, also on its way through JSON', async () => {
  const way = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const { values } = way(await store.values({ column: 'score', filter: null, text: '', count: 10 }));
  const infinite = values.find(({ value }) => typeof value === 'string')?.value;
  expect(infinite).toBe('Infinity');
  const rowsWhere = async (op: '=' | '<', value: Operand): Promise<unknown> => {
    const filter = way({ kind: 'compare', column: 'score', op, value } as const);
    return way(await page(store, { filter, columns: ['score'] })).rows.map((row) => row.values);
  };
  expect(await rowsWhere('=', infinite ?? '')).toEqual([['Infinity']]);
  expect(await rowsWhere('<', 'inf')).toEqual([[0.5]]);
  expect(await rowsWhere('<', '-Infinity')).toEqual([]);
});
