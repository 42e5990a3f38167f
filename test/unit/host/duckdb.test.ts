import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, rowsOf } from '../../../core/host/duckdb/database';
import { identifier, literal } from '../../../core/host/duckdb/sql';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracehop-o'duck-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('quotes texts and names', () => {
  expect(literal("it's")).toBe("'it''s'");
  expect(identifier('a"b')).toBe('"a""b"');
});

it('has its settings on every connection, and lets none be changed once locked', async () => {
  const path = join(folder, 'a.duckdb');
  const temp = join(folder, 'temp');
  const writing = await Database.open();
  await writing.attach(path, 'x', 'write');
  await writing.connected((connection) => connection.run('CREATE TABLE x.t AS SELECT 41 + 1 AS answer'));
  await writing.detach('x');
  writing.close();

  const database = await Database.open({ memory: 300, threads: 2, temp });
  try {
    await database.attach(path, 'x', 'read');
    await database.lock();
    for (let connection = 0; connection < 2; connection++) {
      const rows = await database.connected((each) =>
        rowsOf(each, 'SELECT name, value FROM duckdb_settings()'),
      );
      const settings = Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
      expect(settings).toMatchObject({
        memory_limit: '300.0 MiB',
        threads: '2',
        temp_directory: temp,
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
        enable_external_access: 'false',
        lock_configuration: 'true',
      });
    }
    expect(await database.connected((each) => rowsOf(each, 'SELECT answer FROM x.t'))).toEqual([
      { answer: 42 },
    ]);
    writeFileSync(join(folder, 'secret'), 'secret');
    for (const sql of [
      'SET threads = 1',
      `SELECT * FROM read_text(${literal(join(folder, 'secret'))})`,
      `COPY (SELECT 1) TO ${literal(join(folder, 'out.csv'))}`,
      `ATTACH ${literal(join(folder, 'b.duckdb'))} AS b`,
      'LOAD httpfs',
      'DELETE FROM x.t',
    ]) {
      await expect(
        database.connected((each) => each.run(sql)),
        sql,
      ).rejects.toThrow(/locked|disabled|read-only/);
    }
  } finally {
    database.close();
  }
});

it('interrupts what runs when the signal fires', async () => {
  const database = await Database.open({ threads: 1 });
  try {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    const endless = database.connected(
      (each) =>
        each.run('SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 0'),
      controller.signal,
    );
    await expect(endless).rejects.toThrow('enough');
  } finally {
    database.close();
  }
});
