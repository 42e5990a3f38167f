import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../host/duckdb/database';
import { CACHE } from './layout';
import { cachePath, openRowStore, removeCache, type OpenedStore, type StoreRequest } from './open';
import { troubleOf } from './trouble';

/** Bytes that all caches of a folder may take together. */
const MOST_BYTES = 4e9;

const ENDING = '.duckdb';

/** The caches of all sets, in one folder: those used least lately make room. */
export class Caches {
  /** Paths of those that this process has open. */
  readonly #open = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /**
   * Opens the cache of a set, as {@link openRowStore} does. One that this process has open is refused: the lock of a file
   * holds between processes only.
   */
  async open(request: Omit<StoreRequest, 'folder' | 'released'>): Promise<OpenedStore> {
    const path = cachePath(this.folder, request.key);
    if (this.#open.has(path)) throw new Error(`${path}: it is open in this process already`);
    this.#open.add(path);
    const released = (): void => void this.#open.delete(path);
    try {
      return await openRowStore({ ...request, folder: this.folder, released });
    } catch (error) {
      released();
      throw error;
    }
  }

  /**
   * Removes caches until the others fit, those opened longest ago first, and none that is open anywhere. Resolves with the
   * paths of what was removed.
   */
  async trim(): Promise<string[]> {
    const caches = (await cachesIn(this.folder)).sort((a, b) => b.used - a.used);
    const removed: string[] = [];
    let bytes = caches.filter(({ path }) => this.#open.has(path)).reduce((sum, each) => sum + each.bytes, 0);
    for (const { path, bytes: own } of caches) {
      if (this.#open.has(path)) continue;
      bytes += own;
      if (bytes <= this.mostBytes || this.#open.has(path) || (await isOpenElsewhere(path))) continue;
      await removeCache(path);
      removed.push(path);
      bytes -= own;
    }
    return removed;
  }
}

interface FoundCache {
  readonly path: string;
  /** With its log. */
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly used: number;
}

async function cachesIn(folder: string): Promise<FoundCache[]> {
  const names = await readdir(folder).catch(nothingWhereMissing);
  const caches = await Promise.all(
    (names ?? [])
      .filter((name) => name.endsWith(ENDING))
      .map(async (name): Promise<FoundCache | null> => {
        const path = join(folder, name);
        const [file, log] = await Promise.all(
          [path, `${path}.wal`].map((each) => stat(each).catch(nothingWhereMissing)),
        );
        return file?.isFile() ? { path, bytes: file.size + (log?.size ?? 0), used: file.mtimeMs } : null;
      }),
  );
  return caches.filter((cache) => cache !== null);
}

function nothingWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Whether another process writes it. Never asked of a file that this one has open: that would end its lock. */
async function isOpenElsewhere(path: string): Promise<boolean> {
  const database = await Database.open({ memory: 64, threads: 1, temp: '' });
  try {
    await database.attach(path, CACHE, 'read');
    return false;
  } catch (error) {
    return troubleOf(error) === 'locked';
  } finally {
    database.close();
  }
}
