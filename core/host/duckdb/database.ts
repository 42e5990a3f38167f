import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBResultReader, DuckDBValue } from '@duckdb/node-api';
import { loadDuckDb } from './load';
import { identifier, literal } from './sql';

/** What an instance of DuckDB may use. */
export interface DatabaseLimits {
  /** Megabytes; a quarter of the machine's memory, from 512 to 4096, where nothing is said. */
  readonly memory?: number;
  /** At most four where nothing is said. */
  readonly threads?: number;
  /** Folder for what does not fit in memory, of this instance alone; one under the system's where nothing is said. */
  readonly temp?: string;
}

/** Milliseconds between two interrupts of what was cancelled. */
const INTERRUPT_EVERY = 20;

/**
 * An instance of DuckDB: no file of its own, others are attached to it. All its connections share the settings, which
 * let it load no extension; {@link lock} also bars every file but those attached.
 */
export class Database {
  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly main: DuckDBConnection,
  ) {}

  static async open(limits: DatabaseLimits = {}): Promise<Database> {
    const { DuckDBInstance: Instance } = await loadDuckDb();
    const memory = limits.memory ?? Math.min(4096, Math.max(512, Math.floor(totalmem() / 4 / 2 ** 20)));
    const instance = await Instance.create(':memory:', {
      memory_limit: `${memory}MiB`,
      threads: String(limits.threads ?? Math.min(4, availableParallelism())),
      // Instances that share a folder would overwrite each other's files.
      temp_directory: limits.temp ?? join(tmpdir(), `tracehop-duckdb-${randomUUID()}`),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    return new Database(instance, await instance.connect());
  }

  /** Opens a file under a name. Rejects as DuckDB does: no such file, locked by another process, no database. */
  async attach(path: string, name: string, mode: 'read' | 'write'): Promise<void> {
    const options = mode === 'read' ? ' (READ_ONLY)' : '';
    await this.main.run(`ATTACH ${literal(path)} AS ${identifier(name)}${options}`);
  }

  /** Writes a file out and closes it. */
  async detach(name: string): Promise<void> {
    await this.main.run(`DETACH ${identifier(name)}`);
  }

  /** From here on no other file can be reached and no setting changed. */
  async lock(): Promise<void> {
    await this.main.run('SET enable_external_access = false');
    await this.main.run('SET lock_configuration = true');
  }

  /** A connection for as long as its owner wants: a transaction that lasts. Close it before the database. */
  connect(): Promise<DuckDBConnection> {
    return this.instance.connect();
  }

  /** Works with a connection of its own; a fired signal interrupts what it runs. */
  async connected<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const connection = await this.instance.connect();
    let again: NodeJS.Timeout | null = null;
    const interrupt = (): void => {
      connection.interrupt();
      // Between two statements there is nothing to interrupt, and the next one begins as if nothing had been said.
      again = setInterval(() => connection.interrupt(), INTERRUPT_EVERY);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      return await work(connection);
    } catch (error) {
      // What DuckDB says of an interrupted statement is of no use to anybody.
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      if (again) clearInterval(again);
      connection.closeSync();
    }
  }

  close(): void {
    this.main.closeSync();
    this.instance.closeSync();
  }
}

/** The rows of a query, as objects of plain values: BIGINT and wider are `bigint`. */
export async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<Record<string, DuckDBValue>[]> {
  const reader: DuckDBResultReader = await connection.runAndReadAll(sql, values);
  return reader.getRowObjects();
}
