import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../host/duckdb/database';
import { loadDuckDb } from '../../host/duckdb/load';
import type { ColumnInfo } from '../../protocol/store';
import { CACHE } from './layout';
import type { RowStore } from './row-store';
import { createTables, identityOf, readState, rereadState, type TableState } from './state';
import { DuckRowStore } from './store';
import { messageOf } from '../../message-of';
import { troubleOf, type TroubleKind } from './trouble';

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
        return { store: found.store, opening, message: anew && messageFor(anew, path, '') };
      }
      if (anew) throw new Error(`${path}: it cannot be made anew; remove it`);
      anew = found;
      await removeCache(path);
    }
  } catch (error) {
    const trouble = troubleOf(error);
    const opening = trouble === null || trouble === 'memory-full' ? 'failed' : trouble;
    const message = messageFor(opening, path, messageOf(error));
    return { store: await inMemory(request, message), opening, message };
  }
}

interface OnDisk {
  readonly store: RowStore;
  readonly state: 'kept' | 'new';
}

/** Or why what lies there has to make room. */
async function onDisk(path: string, request: StoreRequest): Promise<OnDisk | 'outdated' | 'damaged'> {
  const { columns, analyser, memory = MEMORY, threads = THREADS } = request;
  const identity = identityOf(analyser, columns);
  const open = async (mode: 'read' | 'write'): Promise<Database> => {
    const database = await Database.open({ memory, threads, temp: `${path}.temp` });
    try {
      await database.attach(path, CACHE, mode);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  let database: Database | null = null;
  let found: TableState | 'empty' | 'other';
  try {
    database = await open('write');
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
    const state =
      found === 'empty'
        ? await database.connected((connection) => createTables(connection, identity, columns))
        : found;
    await database.lock();
    const now = new Date();
    // What was opened last is kept longest.
    await utimes(path, now, now);
    const store = await DuckRowStore.over({
      duckdb: await loadDuckDb(),
      database,
      state,
      place: { kind: 'disk' },
      memory,
      reopen: async () => {
        const again = await open('read');
        await again.lock();
        return again;
      },
      reread: (connection) => rereadState(connection, identity, columns),
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

async function inMemory(request: StoreRequest, why: string): Promise<RowStore> {
  const { columns, analyser, memory = MEMORY, threads = THREADS } = request;
  // No folder for what does not fit: there may be no place to write at all.
  const database = await Database.open({ memory, threads, temp: '' });
  const identity = identityOf(analyser, columns);
  try {
    const state = await database.connected(async (connection) => {
      await connection.run(`ATTACH ':memory:' AS ${CACHE} (COMPRESS)`);
      return createTables(connection, identity, columns);
    });
    await database.lock();
    return await DuckRowStore.over({
      duckdb: await loadDuckDb(),
      database,
      state,
      place: { kind: 'memory', why },
      memory,
      reopen: null,
      reread: (connection) => rereadState(connection, identity, columns),
      closed: () => Promise.resolve(request.released?.()),
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sentences: what happened, and what to do. */
function messageFor(opening: Opening, path: string, reason: string): string {
  switch (opening) {
    case 'kept':
    case 'new':
      return '';
    case 'outdated':
      return `The cache ${path} was made by another version of Tracehop and is built anew. Nothing needs to be done.`;
    case 'damaged':
      return `The cache ${path} was damaged and is built anew. Nothing needs to be done; if it happens again, check the disk.`;
    case 'locked':
      return `The cache ${path} is in use by another process, so that the rollouts are kept in memory until they are closed. Close the other window, or end the process, and open them again.`;
    case 'denied':
      return `The cache ${path} cannot be written: permission was denied. The rollouts are kept in memory until they are closed. Give yourself permission to write in that folder and open them again.`;
    case 'disk-full':
      return `The cache ${path} cannot be written: the disk is full. The rollouts are kept in memory until they are closed. Free some space and open them again.`;
    case 'failed':
      return `The cache ${path} cannot be used (${reason}), so that the rollouts are kept in memory until they are closed. Remove the file and open them again.`;
  }
}
