import type { DuckDBConnection } from '@duckdb/node-api';
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
import { GroupOrders } from './groups';
import type { Tables } from './in-memory';
import { Instance } from './instance';
import { Pages } from './pages';
import { placesOf } from './places';
import { runQuery } from './query';
import type { KnownFile, RowPlace, RowStore } from './row-store';
import type { TableState } from './state';
import { messageOf } from '../../message-of';
import { ChangeFailed, StoreMoved, StoreStopped, troubleOf } from './trouble';
import { columnValues, summary } from './values';
import { makeView } from './view';
import { closedWords, failedWords, memoryFullWords, movedWords } from './words';
import { Writer } from './writer';

/** The tables of a set, open for writing. */
export interface OpenTables extends Tables {
  readonly duckdb: DuckDbModule;
  readonly place: CachePlace;
  /** Megabytes that the instance may use. */
  readonly memory: number;
  /** Opens tables that take rows where these do not any more, and nothing has them open; null where there are no others. */
  readonly instead: (() => Promise<Tables>) | null;
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
  readonly #groups: GroupOrders;
  /** Changes wait for each other. */
  #turn: Promise<unknown> = Promise.resolve();
  #stopped: StoreStopped | null = null;
  /** Whether memory holds what it may. */
  #full = false;

  private constructor(
    private readonly tables: OpenTables,
    private writer: Writer,
  ) {
    this.#place = tables.place;
    this.#instance = new Instance(tables.database, tables.state);
    this.#pages = new Pages(this.#instance);
    this.#groups = new GroupOrders(this.#instance);
  }

  static async over(tables: OpenTables): Promise<DuckRowStore> {
    const { duckdb, database, state, table } = tables;
    await database.connected((connection) => makeView(connection, state.layout));
    return new DuckRowStore(tables, await Writer.open(duckdb, database, table, state));
  }

  #place: CachePlace;
  get place(): CachePlace {
    return this.#place;
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
    return this.#change(() => {
      if (this.#full) throw new OutOfMemory();
      return this.writer.append(file, base, batch);
    });
  }

  commit(files: readonly KnownFile[]): Promise<void> {
    return this.#change(async () => {
      const { layout } = this.#instance.now().state;
      const { state, removed } = await this.writer.commit(files);
      if (state.layout !== layout)
        await this.#instance.read((connection) => makeView(connection, state.layout));
      this.#instance.advance(state);
      if (removed) await this.#clear();
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
    return this.#groups.page(params, signal);
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

  /** A change that fails takes back all since the last commit; where storage fails, rows go elsewhere, or it is the last. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#stopped) throw this.#stopped;
      try {
        await work();
      } catch (error) {
        await this.writer.rollBack();
        if (!endsWriting(error)) throw new ChangeFailed(messageOf(error), { cause: error });
        throw await this.#goOn(error);
      }
    });
  }

  /** Orders of rows and groups name rows that may be no more. */
  async #clear(): Promise<void> {
    this.#pages.clear();
    await this.#groups.clear();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const turn = before.then(work, work);
    this.#turn = turn;
    return turn;
  }

  /** An instance that failed to write may answer nothing any more: goes on with another. Resolves to what to say. */
  async #goOn(error: unknown): Promise<ChangeFailed> {
    const { instead } = this.tables;
    const trouble = troubleOf(error);
    const moves = instead !== null && this.place.kind === 'disk';
    try {
      await (moves ? this.#moveTo(instead) : this.#reread());
    } catch (failure) {
      return (this.#stopped = new StoreStopped(closedWords(failure), { cause: failure }));
    } finally {
      await this.#clear();
    }
    if (trouble === 'memory-full' || !moves)
      return (this.#stopped = new StoreStopped(this.#stopWords(error), { cause: error }));
    const why = movedWords(trouble, this.rows, messageOf(error));
    this.#place = { kind: 'memory', why };
    return new StoreMoved(why, { cause: error });
  }

  async #moveTo(open: () => Promise<Tables>): Promise<void> {
    await this.writer.close();
    const { database, state, table } = await this.#instance.exchange(async () => {
      const tables = await open();
      await tables.database.connected((connection) => makeView(connection, tables.state.layout));
      return tables;
    });
    this.writer = await Writer.open(this.tables.duckdb, database, table, state);
  }

  /** The tables may hold a commit that was told to have failed: what came after it did. */
  async #reread(): Promise<void> {
    const state = await this.#instance.read(this.tables.reread);
    await this.#instance.read((connection) => makeView(connection, state.layout));
    this.#instance.advance(state);
  }

  #stopWords(error: unknown): string {
    return troubleOf(error) === 'memory-full'
      ? memoryFullWords(this.rows, this.tables.memory, this.place)
      : failedWords(this.rows, messageOf(error));
  }

  /** Pages of the disk that were read make room by themselves. */
  async #measure(): Promise<void> {
    const [row] = await this.#instance.select(
      `SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag <> 'BASE_TABLE'`,
    );
    this.#full = Number(row?.[0]) > this.tables.memory * 2 ** 20 * MEMORY_SHARE;
  }
}

/** What may be kept in memory is. */
class OutOfMemory extends Error {
  override readonly message = 'out of memory';
}

/** Whether nothing can be written after this any more; what else fails is the fault of what was asked. */
function endsWriting(error: unknown): boolean {
  return troubleOf(error) !== null || /FATAL|invalidated|IO Error/.test(messageOf(error));
}
