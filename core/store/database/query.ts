import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from '@duckdb/node-api';
import { rowsOf } from '../../host/duckdb/database';
import type { DuckDbModule } from '../../host/duckdb/load';
import { isObject } from '../../json';
import type { Cell, SqlParams, SqlResult } from '../../protocol/store';
import { bounded } from './reads';
import { messageOf } from '../../message-of';

/** Most rows of one answer. */
const MOST_ROWS = 10_000;

const ONLY_SELECT = 'only SELECT can be run here; the rollouts are read-only';
const NO_QUERY = 'there is no query; write one SELECT over the view rollouts';

/** What is wrong with a query somebody wrote, in DuckDB's words, which name the line and mark the place. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
}

/**
 * Runs one SELECT that somebody wrote, as the only statement of a transaction that cannot write. The connection is used
 * for nothing else. Fails with {@link SqlError}.
 */
export async function runQuery(
  duckdb: DuckDbModule,
  connection: DuckDBConnection,
  { sql, count }: SqlParams,
): Promise<Omit<SqlResult, 'generation' | 'ms'>> {
  await connection.run('BEGIN TRANSACTION READ ONLY');
  try {
    const statement = await prepared(duckdb, connection, sql);
    const result = await statement.stream();
    const names = result.columnNames();
    const columns = result.columnTypes().map((type, at) => ({ name: names[at] ?? '', type: String(type) }));
    const most = bounded(count, MOST_ROWS);
    const rows: Cell[][] = [];
    // One row past what is wanted says whether there are more; what comes after is never computed.
    while (rows.length <= most) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      for (const row of chunk.getRows()) rows.push(row.map(cellOfAny));
    }
    return { columns, rows: rows.slice(0, most), more: rows.length > most };
  } catch (error) {
    throw error instanceof SqlError ? error : new SqlError(messageOf(error), { cause: error });
  }
}

async function prepared(
  { StatementType }: DuckDbModule,
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  // DuckDB reads up to the first NUL.
  if (sql.includes('\0')) throw new SqlError('the query holds a NUL character; take it out');
  const statements = await connection.extractStatements(sql).catch((error: unknown) => {
    // What the package says of a text without a statement.
    if (messageOf(error) === 'Error in native callback') throw new SqlError(NO_QUERY, { cause: error });
    throw error;
  });
  if (statements.count !== 1)
    throw new SqlError(
      statements.count === 0
        ? NO_QUERY
        : `these are ${statements.count} statements; write one SELECT over the view rollouts`,
    );
  await refuseFunctions(connection, sql);
  const statement = await statements.prepare(0);
  if (statement.statementType !== StatementType.SELECT) throw new SqlError(ONLY_SELECT);
  if (statement.parameterCount > 0)
    throw new SqlError('the query has parameters ($1 or ?) that nobody can give; write the values');
  return statement;
}

/** Functions that stand for a table and do nothing but compute. Others write the log back, run texts as queries, show paths. */
const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'repeat', 'repeat_row']);

/** A SELECT can still do things: `FROM force_checkpoint('cache')` ends the transactions of others. */
async function refuseFunctions(connection: DuckDBConnection, sql: string): Promise<void> {
  const [row] = await rowsOf(connection, 'SELECT json_serialize_sql($1::VARCHAR) AS tree', [sql]);
  const tree = JSON.parse(String(row?.['tree'])) as Record<string, unknown>;
  if (tree['error'] !== false) throw new SqlError(ONLY_SELECT);
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'TABLE_FUNCTION' && 'function' in node) refuseFunction(node.function);
    for (const part of Object.values(node)) waiting.push(part);
  }
}

function refuseFunction(called: unknown): void {
  const name = isObject(called) ? String(called['function_name']).toLowerCase() : '';
  if (!TABLE_FUNCTIONS.has(name)) throw new SqlError(`${name} cannot be read from here; write FROM rollouts`);
}

function cellOfAny(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if ('items' in value && Array.isArray(value.items))
    return value.items.map((item) => (item === null ? '' : String(item)));
  return String(value);
}
