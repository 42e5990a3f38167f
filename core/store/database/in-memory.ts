import { Database } from '../../host/duckdb/database';
import type { ColumnInfo } from '../../protocol/store';
import { CACHE, layoutOf } from './layout';
import { createTables, EMPTY, readState, type TableState } from './state';
import { KEPT, OwnTable, TableBesideDisk, type RowTable } from './tables';

/** An instance that takes rows, and what it holds of a set. */
export interface Tables {
  readonly database: Database;
  readonly state: TableState;
  readonly table: RowTable;
}

/** What the tables of a set are made with. */
export interface TablesRequest {
  readonly identity: string;
  readonly columns: readonly ColumnInfo[];
  /** Megabytes. */
  readonly memory: number;
  readonly threads: number;
}

/** Empty tables in memory. */
export function inMemory({ identity, columns, ...limits }: TablesRequest): Promise<Tables> {
  // No folder for what does not fit: there may be no place to write at all.
  return opened({ ...limits, temp: '' }, (database) =>
    database.connected(async (connection) => {
      const table = new OwnTable();
      const state = { layout: layoutOf(columns), ...EMPTY };
      await connection.run(`ATTACH ':memory:' AS ${CACHE} (COMPRESS)`);
      await createTables(connection, identity, state, table.name);
      return { state, table };
    }),
  );
}

/**
 * The rows of a cache on a disk that takes no more, and room in memory for new ones. Rejects where nobody can read the
 * cache, or it is not that of the set.
 */
export function besideDisk(path: string, { identity, columns, ...limits }: TablesRequest): Promise<Tables> {
  return opened({ ...limits, temp: `${path}.temp` }, async (database) => {
    await database.attach(path, KEPT, 'read');
    return database.connected(async (connection) => {
      const state = await readState(connection, identity, columns, KEPT);
      if (typeof state === 'string') throw new Error(`${path}: it holds no rollouts of this set`);
      const table = new TableBesideDisk();
      await connection.run(`ATTACH ':memory:' AS ${CACHE} (COMPRESS)`);
      await createTables(connection, identity, state, table.name);
      await table.show(connection);
      return { state, table };
    });
  });
}

async function opened(
  limits: { readonly memory: number; readonly threads: number; readonly temp: string },
  fill: (database: Database) => Promise<Pick<Tables, 'state' | 'table'>>,
): Promise<Tables> {
  const database = await Database.open(limits);
  try {
    const filled = await fill(database);
    await database.lock();
    return { database, ...filled };
  } catch (error) {
    database.close();
    throw error;
  }
}
