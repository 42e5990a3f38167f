import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '../../host/duckdb/database';
import type { DuckDbModule } from '../../host/duckdb/load';
import type {
  CachePlace,
  ColumnInfo,
  ColumnValues,
  Filter,
  GroupsPage,
  GroupsParams,
  PageParams,
  SqlParams,
  SqlResult,
  StorePage,
  StoreSummary,
  ValuesParams,
} from '../../protocol/store';
import type { RowBatch } from '../ingest/batch';
import { groupsOf } from './groups';
import { Instance } from './instance';
import { Pages } from './pages';
import { placesOf } from './places';
import { runQuery } from './query';
import type { KnownFile, RowPlace, RowStore } from './row-store';
import type { TableState } from './state';
import { messageOf } from '../../message-of';
import { StoreStopped, troubleOf } from './trouble';
import { columnValues, summary } from './values';
import { makeView } from './view';
import { Writer } from './writer';

/** An instance with the tables of a set, open for writing. */
export interface OpenTables {
  readonly duckdb: DuckDbModule;
  readonly database: Database;
  readonly state: TableState;
  readonly place: CachePlace;
  /** Megabytes that the instance may use. */
  readonly memory: number;
  /** Opens the tables for reading alone, once nothing has them open; null in memory. */
  readonly reopen: (() => Promise<Database>) | null;
  /** The state that the tables hold. */
  readonly reread: (connection: DuckDBConnection) => Promise<TableState>;
  /** Called once all is closed. */
  readonly closed: (damaged: boolean) => Promise<void>;
}

/** In memory, adding ends at this share of the limit: questions need the rest. */
const MEMORY_SHARE = 0.7;

/** {@link RowStore} over DuckDB. */
export class DuckRowStore implements RowStore {
  readonly #instance: Instance;
  readonly #pages: Pages;
  /** Changes wait for each other. */
  #turn: Promise<unknown> = Promise.resolve();
  #stopped: StoreStopped | null = null;

  private constructor(
    private readonly tables: OpenTables,
    private readonly writer: Writer,
  ) {
    this.#instance = new Instance(tables.database, tables.state);
    this.#pages = new Pages(this.#instance);
  }

  static async over(tables: OpenTables): Promise<DuckRowStore> {
    const { duckdb, database, state } = tables;
    await database.connected((connection) => makeView(connection, state.layout));
    return new DuckRowStore(tables, await Writer.open(duckdb, database, state));
  }

  get place(): CachePlace {
    return this.tables.place;
  }

  get generation(): number {
    return this.#instance.now().generation;
  }

  get rows(): number {
    return this.#instance.now().state.rows;
  }

  get columns(): readonly ColumnInfo[] {
    return this.#instance.now().state.layout.columns;
  }

  get stopped(): string | null {
    return this.#stopped?.message ?? null;
  }

  files(): Promise<readonly KnownFile[]> {
    const { files } = this.#instance.now().state;
    return Promise.resolve([...files.values()].sort((a, b) => a.number - b.number));
  }

  append(
    file: number,
    base: { readonly record: number; readonly line: number },
    batch: RowBatch,
  ): Promise<void> {
    return this.#change(() => this.writer.append(file, base, batch));
  }

  commit(files: readonly KnownFile[]): Promise<void> {
    return this.#change(async () => {
      const { layout } = this.#instance.now().state;
      const { state, removed } = await this.writer.commit(files);
      if (state.layout !== layout)
        await this.#instance.read((connection) => makeView(connection, state.layout));
      this.#instance.advance(state);
      if (removed) this.#pages.clear();
      if (this.place.kind === 'memory') await this.#measure();
    });
  }

  forget(files: readonly number[]): Promise<void> {
    return this.#change(() => this.writer.forget(files));
  }

  forgetFrom(file: number, record: number): Promise<void> {
    return this.#change(() => this.writer.forgetFrom(file, record));
  }

  page(params: PageParams, signal?: AbortSignal): Promise<StorePage> {
    return this.#pages.page(params, signal);
  }

  locate(
    params: {
      readonly snapshot: string;
      readonly file: number;
      readonly index: number;
      readonly sample: number;
    },
    signal?: AbortSignal,
  ): Promise<number | null> {
    return this.#pages.locate(params, signal);
  }

  values(params: ValuesParams, signal?: AbortSignal): Promise<ColumnValues> {
    return columnValues(this.#instance, params, signal);
  }

  groups(params: GroupsParams, signal?: AbortSignal): Promise<GroupsPage> {
    return groupsOf(this.#instance, params, signal);
  }

  summary(signal?: AbortSignal): Promise<StoreSummary> {
    return summary(this.#instance, signal);
  }

  async sql(params: SqlParams, signal?: AbortSignal): Promise<SqlResult> {
    const start = performance.now();
    const { generation } = this.#instance.now();
    const result = await this.#instance.read(
      (connection) => runQuery(this.tables.duckdb, connection, params),
      signal,
    );
    return { generation, ...result, ms: performance.now() - start };
  }

  places(filter: Filter | null, signal?: AbortSignal): AsyncIterable<readonly RowPlace[]> {
    return placesOf(this.#instance, filter, signal);
  }

  beginSearch(): Promise<number> {
    return this.#instance.found.begin(this.#instance.current);
  }

  addFound(search: number, rows: readonly number[]): Promise<void> {
    return this.#instance.found.add(this.#instance.current, search, rows);
  }

  async close(): Promise<void> {
    this.#pages.clear();
    await this.#inTurn(async () => {
      await this.writer.close();
      this.#instance.current.close();
      await this.tables.closed(this.#instance.damaged);
    });
  }

  /** A change that fails takes back all since the last commit; one that storage fails is the last. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#stopped) throw this.#stopped;
      try {
        await work();
      } catch (error) {
        await this.writer.rollBack();
        if (!endsWriting(error)) throw error;
        await this.#goOnReading();
        this.#stopped = this.#stopFor(error);
        throw this.#stopped;
      }
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const turn = before.then(work, work);
    this.#turn = turn;
    return turn;
  }

  #stopFor(error: unknown): StoreStopped {
    const rows = this.rows.toLocaleString('en');
    const trouble = troubleOf(error);
    if (trouble === 'disk-full')
      return new StoreStopped(
        'disk-full',
        `The disk is full, so that no more rollouts are taken in; the ${rows} that were stay usable. Free some space and open the rollouts again, which goes on where this stopped.`,
        { cause: error },
      );
    if (trouble === 'memory-full') return this.#memoryFull(error);
    return new StoreStopped(
      'failed',
      `The cache cannot be written (${messageOf(error)}), so that no more rollouts are taken in; the ${rows} that were stay usable. Open the rollouts again to go on.`,
      { cause: error },
    );
  }

  #memoryFull(cause?: unknown): StoreStopped {
    const rows = this.rows.toLocaleString('en');
    const { memory, place } = this.tables;
    const next =
      place.kind === 'memory'
        ? `They are kept in memory, of which ${memory} MB may be used: ${place.why}`
        : 'Open fewer sets at a time, and open this one again.';
    return new StoreStopped(
      'memory-full',
      `No more rollouts fit in memory; the ${rows} that do stay usable. ${next}`,
      { cause },
    );
  }

  async #measure(): Promise<void> {
    const [row] = await this.#instance.select('SELECT sum(memory_usage_bytes) FROM duckdb_memory()');
    if (Number(row?.[0]) > this.tables.memory * 2 ** 20 * MEMORY_SHARE) this.#stopped = this.#memoryFull();
  }

  /** An instance that failed to write may answer nothing any more; another over the same file does. */
  async #goOnReading(): Promise<void> {
    const { reopen, reread } = this.tables;
    if (reopen) {
      try {
        await this.#instance.read(reread);
      } catch {
        await this.writer.close();
        await this.#instance.exchange(reopen);
      }
    }
    // The log may have taken a commit whose writing back failed.
    const state = await this.#instance.read(reread);
    await this.#instance.read((connection) => makeView(connection, state.layout));
    this.#instance.advance(state);
    this.#pages.clear();
  }
}

/** Whether nothing can be written after this any more; what else fails is the fault of what was asked. */
function endsWriting(error: unknown): boolean {
  return troubleOf(error) !== null || /FATAL|invalidated|IO Error/.test(messageOf(error));
}
