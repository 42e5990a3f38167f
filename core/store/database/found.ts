import type { Database } from '../../host/duckdb/database';

/** Searches whose rows are kept. */
const MOST_SEARCHES = 16;
/** Rows in one statement. */
const AT_A_TIME = 5000;

/** What searches found: numbers of rows, in tables of the instance's own memory. */
export class Found {
  /** Numbers go on from one store to the next: a filter that is kept longer than a store must not name another search. */
  #last = Math.floor(Date.now() / 1000) % 1_000_000;
  /** In order of their beginning. */
  readonly #searches = new Set<number>();

  /** The condition for its rows; null where it is gone. */
  condition(search: number): string | null {
    return this.#searches.has(search) ? `(row IN (SELECT row FROM ${table(search)}))` : null;
  }

  /** Of many, the first is let go. */
  async begin(database: Database): Promise<number> {
    const search = ++this.#last;
    await database.connected(async (connection) => {
      await connection.run(`CREATE OR REPLACE TABLE ${table(search)} (row INTEGER)`);
      const [oldest] = this.#searches;
      if (oldest === undefined || this.#searches.size < MOST_SEARCHES) return;
      this.#searches.delete(oldest);
      await connection.run(`DROP TABLE IF EXISTS ${table(oldest)}`);
    });
    this.#searches.add(search);
    return search;
  }

  async add(database: Database, search: number, rows: readonly number[]): Promise<void> {
    if (!this.#searches.has(search)) return;
    await database.connected(async (connection) => {
      for (let from = 0; from < rows.length; from += AT_A_TIME) {
        const part = rows.slice(from, from + AT_A_TIME).map((row) => `(${Math.trunc(row)})`);
        await connection.run(`INSERT INTO ${table(search)} VALUES ${part.join(', ')}`);
      }
    });
  }

  /** The instance is another: what its memory held is gone. */
  clear(): void {
    this.#searches.clear();
  }
}

const table = (search: number): string => `memory.main.found_${Math.trunc(search)}`;
