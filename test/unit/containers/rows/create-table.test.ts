import { describe, expect, it } from 'vitest';
import { tableText } from '../../../../core/containers/rows/sqlite/create-table';

const namesOf = (sql: string): string[] | undefined => tableText(sql)?.columns.map(({ name }) => name);

describe('CREATE TABLE', () => {
  it.each([
    ['CREATE TABLE t (a INTEGER PRIMARY KEY, b)', ['a', 'b'], 0],
    ['CREATE TABLE "t (x)"("a,b" TEXT, [c)d], `e``f`, \'g\'\'h\' INT)', ['a,b', 'c)d', 'e`f', "g'h"], -1],
    ['CREATE TABLE t(a, b integer, PRIMARY KEY("B" DESC), UNIQUE (a, b))', ['a', 'b'], 1],
    ['CREATE TABLE t(a INTEGER, b INTEGER, PRIMARY KEY (a, b))', ['a', 'b'], -1],
    ['CREATE TABLE t(a INT PRIMARY KEY)', ['a'], -1],
    ['CREATE TABLE t(a INTEGER PRIMARY KEY DESC)', ['a'], -1],
    ['CREATE TABLE t(a UNSIGNED INTEGER PRIMARY KEY)', ['a'], -1],
    ['CREATE TABLE t(a--, x\n, /* b, */ c DECIMAL(10, 5) CHECK (c IN (1, 2)))', ['a', 'c'], -1],
    ['CREATE TABLE t(a, b AS (a, 1), c GENERATED ALWAYS AS (a) VIRTUAL, d AS (a) STORED)', ['a', 'd'], -1],
  ])('reads %s', (sql, names, rowid) => {
    expect(namesOf(sql)).toEqual(names);
    expect(tableText(sql)).toMatchObject({ rowid, withoutRowid: false });
  });

  it('reads what older records have in columns that were added', () => {
    const sql =
      "CREATE TABLE t(a DEFAULT 'it''s', b DEFAULT -1.5, c DEFAULT CURRENT_TIMESTAMP, d DEFAULT NULL, e)";
    expect(tableText(sql)?.columns.map(({ byDefault }) => byDefault)).toEqual([
      "it's",
      -1.5,
      null,
      null,
      null,
    ]);
  });

  it('tells tables without row numbers', () => {
    expect(tableText('CREATE TABLE t(a PRIMARY KEY) STRICT, without rowid')?.withoutRowid).toBe(true);
    expect(tableText('CREATE TABLE t(a, "without rowid" TEXT)')?.withoutRowid).toBe(false);
  });

  it('comes to an end on any text', () => {
    for (const piece of ['[', '"', "'", '`', '(', '/*', '--', '-', ',', '"a', '((('])
      expect(() => tableText(`CREATE TABLE t(a${piece.repeat(20_000)}`)).not.toThrow();
    expect(tableText('')).toBeNull();
    expect(tableText('CREATE TABLE t')).toBeNull();
  });
});
