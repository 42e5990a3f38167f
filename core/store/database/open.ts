import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../host/duckdb/database';
import { loadDuckDb } from '../../host/duckdb/load';
import type { ColumnInfo } from '../../protocol/store';
import { besideDisk, inMemory, type Tables, type TablesRequest } from './in-memory';
import { CACHE, layoutOf } from './layout';
import type { RowStore } from './row-store';
import { createTables, EMPTY, identityOf, readState, rereadState, type TableState } from './state';
import { DuckRowStore, type OpenTables } from './store';
import { OwnTable } from './tables';
import { messageOf } from '../../message-of';
import { troubleOf, type TroubleKind } from './trouble';
import { openingWords } from './words';

/** Which set, and what its cache depends on. */
export interface StoreRequest {
  /** Folder of all caches; it is made. */
  readonly folder: string;
  /** Names the set: letters, digits and hyphens, the same for the same set. */
  readonly key: string;
  readonly columns: readonly ColumnInfo[];
  /** Version of whatever makes the rows: rows of another are thrown away. */
  readonly analyser: string;
  /** Megabytes that DuckDB may use. */
  readonly memory?: number;
  readonly threads?: number;
  /** Called once the store is closed. */
  readonly released?: () => void;
}

/**
 * How a set was opened. `kept`: with the rows it had. `new`: empty. `outdated`, `damaged`: there was a cache that could not
 * be used, and an empty one stands in its place. The others: the cache cannot be used now, and rows are kept in memory.
 */
export type Opening = 'kept' | 'new' | Exclude<TroubleKind, 'memory-full'> | 'failed';

export interface OpenedStore {
  readonly store: RowStore;
  readonly opening: Opening;
  /** What happened and what to do, as sentences; null where there is nothing to say. */
  readonly message: string | null;
}

/** Megabytes of DuckDB for one set. */
const MEMORY = 96;
const THREADS = 2;

/** Path of a set's cache. */
export function cachePath(folder: string, key: string): string {
  if (!/^[a-z\d-]{1,100}$/i.test(key)) throw new Error(`a cache cannot be called ${JSON.stringify(key)}`);
  return join(folder, `${key}.duckdb`);
}

/** Removes a cache that nobody has open. */
export async function removeCache(path: string): Promise<void> {
  for (const each of [`${path}.wal`, path, `${path}.temp`]) await rm(each, { force: true, recursive: true });
}

/**
 * Opens the cache of a set, or keeps its rows in memory where that cannot be. Fails only where there is no DuckDB. Two in one
 * process would not see each other: `Caches` keeps them apart.
 */
export async function openRowStore(request: StoreRequest): Promise<OpenedStore> {
  const path = cachePath(request.folder, request.key);
  let anew: 'outdated' | 'damaged' | null = null;
  try {
    await mkdir(request.folder, { recursive: true });
    for (;;) {
      const found = await onDisk(path, request);
      if (typeof found !== 'string') {
        const opening = anew ?? (found.state === 'kept' ? 'kept' : 'new');
        return { store: found.store, opening, message: anew && openingWords(anew, path, '') };
      }
      if (anew) throw new Error(`${path}: it cannot be made anew; remove it`);
      anew = found;
      await removeCache(path);
    }
  } catch (error) {
    const trouble = troubleOf(error);
    const opening = trouble === null || trouble === 'memory-full' ? 'failed' : trouble;
    const message = openingWords(opening, path, messageOf(error));
    return { store: await withoutDisk(path, request, opening, message), opening, message };
  }
}

interface OnDisk {
  readonly store: RowStore;
  readonly state: 'kept' | 'new';
}

/** Or why what lies there has to make room. */
async function onDisk(path: string, request: StoreRequest): Promise<OnDisk | 'outdated' | 'damaged'> {
  const { tables, ...rest } = partsOf(request);
  const { identity, columns, memory, threads } = tables;
  const open = async (): Promise<Database> => {
    const database = await Database.open({ memory, threads, temp: `${path}.temp` });
    try {
      await database.attach(path, CACHE, 'write');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  let database: Database | null = null;
  let found: TableState | 'empty' | 'other';
  try {
    database = await open();
    found = await database.connected((connection) => readState(connection, identity, columns));
  } catch (error) {
    database?.close();
    const trouble = troubleOf(error);
    if (trouble === 'damaged' || trouble === 'outdated') return trouble;
    throw error;
  }
  try {
    if (found === 'other') {
      database.close();
      return 'outdated';
    }
    const state = found === 'empty' ? { layout: layoutOf(columns), ...EMPTY } : found;
    const table = new OwnTable();
    if (found === 'empty')
      await database.connected((connection) => createTables(connection, identity, state, table.name));
    await database.lock();
    const now = new Date();
    // What was opened last is kept longest.
    await utimes(path, now, now);
    const store = await DuckRowStore.over({
      ...rest,
      duckdb: await loadDuckDb(),
      database,
      state,
      table,
      place: { kind: 'disk' },
      instead: () => besideDiskOrNot(path, tables),
      closed: async (damaged) => {
        await rm(`${path}.temp`, { force: true, recursive: true });
        if (damaged) await removeCache(path);
        request.released?.();
      },
    });
    return { store, state: found === 'empty' ? 'new' : 'kept' };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Tables in memory, beside what the cache holds where that can be read. */
async function withoutDisk(
  path: string,
  request: StoreRequest,
  opening: Opening,
  why: string,
): Promise<RowStore> {
  const { tables, ...rest } = partsOf(request);
  const readable = opening === 'disk-full' || opening === 'denied';
  const made = readable ? await besideDiskOrNot(path, tables) : await inMemory(tables);
  try {
    return await DuckRowStore.over({
      ...made,
      ...rest,
      duckdb: await loadDuckDb(),
      place: { kind: 'memory', why },
      instead: null,
      closed: () => Promise.resolve(request.released?.()),
    });
  } catch (error) {
    made.database.close();
    throw error;
  }
}

/** What nobody can read any more is read anew. */
async function besideDiskOrNot(path: string, request: TablesRequest): Promise<Tables> {
  try {
    return await besideDisk(path, request);
  } catch {
    return inMemory(request);
  }
}

function partsOf({ columns, analyser, memory = MEMORY, threads = THREADS }: StoreRequest): {
  readonly tables: TablesRequest;
  readonly memory: number;
  readonly reread: OpenTables['reread'];
} {
  const tables = { identity: identityOf(analyser, columns), columns, memory, threads };
  return { tables, memory, reread: (connection) => rereadState(connection, tables.identity, columns) };
}
