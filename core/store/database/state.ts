import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from '../../host/duckdb/database';
import { identifier } from '../../host/duckdb/sql';
import type { ColumnInfo } from '../../protocol/store';
import { textLiteral } from '../filter/sql';
import { CACHE, FILES, FORMAT, layoutOf, META, storedColumns, type Layout } from './layout';
import type { KnownFile } from './row-store';

/** File, record and sample of a row. */
export type Place = readonly [file: number, index: number, sample: number];

/** What is known of the table as of a commit. */
export interface TableState {
  readonly layout: Layout;
  readonly rows: number;
  /** Number that the next row gets. */
  readonly next: number;
  /** Whether rows stand in the order of file, record and sample, which spares sorting them. */
  readonly ordered: boolean;
  /** Of the last row; null in an empty table. */
  readonly last: Place | null;
  readonly files: ReadonlyMap<number, KnownFile>;
}

/** What is known of empty tables. */
export const EMPTY: Omit<TableState, 'layout'> = {
  rows: 0,
  next: 0,
  ordered: true,
  last: null,
  files: new Map(),
};

/** The part of {@link TableState} that is written as one value. */
interface WrittenState extends Pick<Layout, 'recorded' | 'added'> {
  readonly rows: number;
  readonly next: number;
  readonly ordered: boolean;
  readonly last: Place | null;
}

/** What a cache depends on: built with anything else, it is built anew. */
export function identityOf(analyser: string, columns: readonly ColumnInfo[]): string {
  return JSON.stringify({ format: FORMAT, analyser, columns: columns.map(({ id, kind }) => [id, kind]) });
}

/** Makes the tables of a cache that has none; the rows of the state are elsewhere. `rollouts`: the table of new rows. */
export async function createTables(
  connection: DuckDBConnection,
  identity: string,
  state: TableState,
  rollouts: string,
): Promise<void> {
  const fields = storedColumns(state.layout).map(({ name, type }) => `"${name}" ${type}`);
  await connection.run('BEGIN');
  await connection.run(`CREATE TABLE ${CACHE}.main.${identifier(rollouts)} (${fields.join(', ')})`);
  await connection.run(`CREATE TABLE ${FILES} (number INTEGER, path VARCHAR, facts VARCHAR)`);
  await connection.run(`CREATE TABLE ${META} (key VARCHAR, value VARCHAR)`);
  await connection.run(`INSERT INTO ${META} VALUES ('identity', ${textLiteral(identity)})`);
  await writeFiles(connection, [...state.files.values()]);
  await writeState(connection, state);
  await connection.run('COMMIT');
}

/** What the tables of an attached database hold: nothing, or what was built with something else. */
export async function readState(
  connection: DuckDBConnection,
  identity: string,
  columns: readonly ColumnInfo[],
  database = CACHE,
): Promise<TableState | 'empty' | 'other'> {
  const [table] = await rowsOf(
    connection,
    `SELECT count(*) AS tables FROM duckdb_tables() WHERE database_name = '${database}'`,
  );
  if (Number(table?.['tables']) === 0) return 'empty';
  const [meta] = await rowsOf(
    connection,
    `SELECT 1 AS there FROM duckdb_tables() WHERE database_name = '${database}' AND table_name = 'meta'`,
  );
  if (!meta) return 'other';
  const values = new Map(
    (await rowsOf(connection, `SELECT key, value FROM ${database}.main.meta`)).map((row) => [
      String(row['key']),
      String(row['value']),
    ]),
  );
  const written = values.get('state');
  if (values.get('identity') !== identity || written === undefined) return 'other';
  const state = JSON.parse(written) as WrittenState;
  const files = (await rowsOf(connection, `SELECT facts FROM ${database}.main.files ORDER BY number`)).map(
    ({ facts }) => JSON.parse(String(facts)) as KnownFile,
  );
  return {
    layout: layoutOf(columns, state),
    rows: state.rows,
    next: state.next,
    ordered: state.ordered,
    last: state.last,
    files: new Map(files.map((file) => [file.number, file])),
  };
}

/** Part of the transaction that is open. */
export async function writeState(
  connection: DuckDBConnection,
  { layout, rows, next, ordered, last }: TableState,
): Promise<void> {
  const { recorded, added } = layout;
  const state: WrittenState = { recorded, added, rows, next, ordered, last };
  await connection.run(`DELETE FROM ${META} WHERE key = 'state'`);
  await connection.run(`INSERT INTO ${META} VALUES ('state', ${textLiteral(JSON.stringify(state))})`);
}

/** Files in one statement: DuckDB's parser takes some microseconds for each. */
const FILES_A_STATEMENT = 500;

export async function writeFiles(connection: DuckDBConnection, files: readonly KnownFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += FILES_A_STATEMENT) {
    const part = files.slice(from, from + FILES_A_STATEMENT);
    await connection.run(`DELETE FROM ${FILES} WHERE number IN (${part.map(numberOf).join(', ')})`);
    const values = part.map(
      (file) => `(${numberOf(file)}, ${textLiteral(file.path)}, ${textLiteral(JSON.stringify(file))})`,
    );
    await connection.run(`INSERT INTO ${FILES} VALUES ${values.join(', ')}`);
  }
}

const numberOf = ({ number }: KnownFile): number => Math.trunc(number);

/** The state of tables that are known to be there. */
export async function rereadState(
  connection: DuckDBConnection,
  identity: string,
  columns: readonly ColumnInfo[],
): Promise<TableState> {
  const state = await readState(connection, identity, columns);
  if (typeof state === 'string') throw new Error('the tables of the rollouts are gone');
  return state;
}
