import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../../host/duckdb/sql';
import { CACHE, ROLLOUTS, type StoredColumn } from './layout';

/** The cache on disk as it is attached where it can be read alone. */
export const KEPT = 'kept';

/** Rows of a file, from a record on. */
export interface RowsFrom {
  readonly file: number;
  readonly record: number;
}

/** What is written to where `rollouts` is read: one table, or one behind a view. Part of the transaction that is open. */
export interface RowTable {
  /** The table in {@link CACHE} that new rows are added to. */
  readonly name: string;
  grow(connection: DuckDBConnection, added: readonly StoredColumn[]): Promise<void>;
  /** Resolves to the number of rows that were taken out. */
  remove(connection: DuckDBConnection, rows: readonly RowsFrom[]): Promise<number>;
  /** The transaction ended: what was done in it holds, or does not. */
  settle(committed: boolean): void;
}

/** The one table that all rows are in. */
export class OwnTable implements RowTable {
  readonly name = 'rollouts';

  grow(connection: DuckDBConnection, added: readonly StoredColumn[]): Promise<void> {
    return addColumns(connection, ROLLOUTS, added);
  }

  async remove(connection: DuckDBConnection, rows: readonly RowsFrom[]): Promise<number> {
    const { rowsChanged } = await connection.run(`DELETE FROM ${ROLLOUTS} WHERE ${conditionOf(rows)}`);
    return rowsChanged;
  }

  settle(): void {
    // The database undoes what it did.
  }
}

/**
 * A table in memory for new rows, beside those on a disk that takes no more. `rollouts` is a view of both; what is taken
 * out of the disk's is left out of the view.
 */
export class TableBesideDisk implements RowTable {
  readonly name = 'fresh';
  readonly #table = `${CACHE}.main.${this.name}`;
  #hidden: readonly string[] = [];
  #committed: readonly string[] = [];

  /** Makes the view. */
  async show(connection: DuckDBConnection): Promise<void> {
    const seen = this.#hidden.map((condition) => `NOT (${condition})`).join(' AND ');
    const kept = `SELECT * FROM ${KEPT}.main.rollouts${seen && ` WHERE ${seen}`}`;
    await connection.run(
      `CREATE OR REPLACE VIEW ${ROLLOUTS} AS ${kept} UNION ALL BY NAME SELECT * FROM ${this.#table}`,
    );
  }

  async grow(connection: DuckDBConnection, added: readonly StoredColumn[]): Promise<void> {
    await addColumns(connection, this.#table, added);
    await this.show(connection);
  }

  async remove(connection: DuckDBConnection, rows: readonly RowsFrom[]): Promise<number> {
    const condition = conditionOf(rows);
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${ROLLOUTS} WHERE ${condition}`);
    const removed = Number(counted.getRows()[0]?.[0]);
    const { rowsChanged } = await connection.run(`DELETE FROM ${this.#table} WHERE ${condition}`);
    if (removed > rowsChanged) {
      this.#hidden = [...this.#hidden, condition];
      await this.show(connection);
    }
    return removed;
  }

  settle(committed: boolean): void {
    if (committed) this.#committed = this.#hidden;
    else this.#hidden = this.#committed;
  }
}

function conditionOf(rows: readonly RowsFrom[]): string {
  const whole = rows.filter(({ record }) => record === 0).map(({ file }) => Math.trunc(file));
  const parts = rows.filter(({ record }) => record !== 0);
  return [
    ...(whole.length > 0 ? [`file IN (${whole.join(', ')})`] : []),
    ...parts.map(({ file, record }) => `file = ${Math.trunc(file)} AND idx >= ${Math.trunc(record)}`),
  ].join(' OR ');
}

async function addColumns(
  connection: DuckDBConnection,
  table: string,
  added: readonly StoredColumn[],
): Promise<void> {
  for (const { name, type } of added)
    await connection.run(`ALTER TABLE ${table} ADD COLUMN ${identifier(name)} ${type}`);
}
