import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Database } from '../../host/duckdb/database';
import { Found } from './found';
import type { Tables } from './in-memory';
import type { Moment, Reads } from './reads';
import type { TableState } from './state';
import { messageOf } from '../../message-of';
import { FilterError } from '../filter/sql';
import { StoreDamaged, troubleOf } from './trouble';

/** The instance of DuckDB that holds the tables: it answers from what was committed last, and can be exchanged. */
export class Instance implements Reads {
  readonly found = new Found();
  #generation = 0;
  #damaged = false;
  /** While the instance is exchanged for another. */
  #exchange: Promise<unknown> | null = null;

  constructor(
    private database: Database,
    private state: TableState,
  ) {}

  get current(): Database {
    return this.database;
  }

  /** Whether something that was read shows that the file is broken. */
  get damaged(): boolean {
    return this.#damaged;
  }

  now(): Moment {
    const { state, found } = this;
    return {
      generation: this.#generation,
      state,
      column: (id) => state.layout.byId.get(id) ?? null,
      found: (search) => found.condition(search),
    };
  }

  /** From here on reads see this. */
  advance(state: TableState): void {
    this.state = state;
    this.#generation++;
  }

  async select(sql: string, signal?: AbortSignal): Promise<DuckDBValue[][]> {
    try {
      return await this.read(async (connection) => (await connection.runAndReadAll(sql)).getRows(), signal);
    } catch (error) {
      throw unreadablePattern(sql, error) ?? error;
    }
  }

  integers(sql: string, most: number, signal?: AbortSignal): Promise<Int32Array> {
    return this.read(async (connection) => {
      const all = new Int32Array(most);
      let length = 0;
      const result = await connection.stream(sql);
      for (;;) {
        const chunk = await result.fetchChunk();
        signal?.throwIfAborted();
        if (!chunk || chunk.rowCount === 0) return all.subarray(0, length);
        // The package hides the array, and offers a call for each value instead.
        const { items } = chunk.getColumnVector(0) as unknown as { readonly items: Int32Array };
        const part = items.subarray(0, Math.min(items.length, most - length));
        all.set(part, length);
        length += part.length;
      }
    }, signal);
  }

  /** Works with a connection of its own. Fails with {@link StoreDamaged} where the file cannot be read. */
  async read<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#exchange;
    const { database } = this;
    try {
      return await database.connected(work, signal);
    } catch (error) {
      signal?.throwIfAborted();
      await this.#exchange;
      if (this.database !== database) return this.read(work, signal);
      if (troubleOf(error) !== 'damaged') throw error;
      this.#damaged = true;
      throw new StoreDamaged(
        `the cache on disk is damaged (${messageOf(error)}); close the rollouts and open them again: they are read anew`,
        { cause: error },
      );
    }
  }

  /** Closes the instance and goes on with another. Reads wait, and those under way are run again. */
  async exchange<Opened extends Pick<Tables, 'database' | 'state'>>(
    open: () => Promise<Opened>,
  ): Promise<Opened> {
    const opening = (async () => {
      this.found.clear();
      this.database.close();
      const opened = await open();
      this.database = opened.database;
      this.advance(opened.state);
      return opened;
    })();
    this.#exchange = opening;
    try {
      return await opening;
    } finally {
      this.#exchange = null;
    }
  }
}

/** What DuckDB says of a regular expression that it cannot read, for who wrote it; null for any other failure. */
function unreadablePattern(sql: string, error: unknown): FilterError | null {
  const why = /^Invalid Input Error: (.*)/s.exec(messageOf(error))?.[1];
  if (why === undefined || !sql.includes('regexp_matches(')) return null;
  return new FilterError(
    `the expression between the slashes cannot be read: ${why}; it is one of RE2, without look-around and back-references`,
  );
}
