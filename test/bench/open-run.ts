import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Filter, FirstRows, SortKey, StorePage, StoreState } from '../../core/protocol/store';
import { requests } from '../../core/protocol/server';
import { TestClient } from '../unit/server/client';
import { Table } from '../unit/server/table';
import { MemoryWatch, storesIn } from './process-memory';

/** Milliseconds that reading a set may take at most: longer is a fault and no measurement. */
const PATIENCE = 30 * 60_000;

const SHOWN = ['step', 'question', 'answer', 'score', 'em', 'searches', 'findings'];

/** A server of its own with a cold cache, and the store that it starts. */
export class OpenRun {
  readonly memory: MemoryWatch;
  #table: Table | null = null;
  #stores: readonly number[] = [];

  private constructor(
    private readonly client: TestClient,
    private readonly storage: string,
    private readonly uri: string,
  ) {
    this.memory = new MemoryWatch(() => [client.process.pid ?? 0, ...this.stores()]);
  }

  /** `folder` is for the cache; `path` is the file, or the folder of files. */
  static async begin(folder: string, path: string): Promise<OpenRun> {
    const storage = mkdtempSync(join(folder, 'storage-'));
    const client = await TestClient.start(join(process.cwd(), 'dist', 'server.js'), {
      settings: {},
      storage,
    });
    return new OpenRun(client, storage, pathToFileURL(path).href);
  }

  /** The store's process, once it is there; looked for again where it died. */
  stores(): readonly number[] {
    const [pid] = this.#stores;
    if (pid === undefined || !existsSync(`/proc/${pid}`)) this.#stores = storesIn(this.storage);
    return this.#stores;
  }

  first(count: number): Promise<FirstRows> {
    return this.client.request(requests.storeFirst, { paths: [this.uri], count });
  }

  /** Opens the table; resolves when all is read. */
  async read(): Promise<StoreState> {
    return this.table.until(
      ({ phase, filesRead, files, problems }) =>
        phase === 'following' && files > 0 && filesRead + problems.length >= files,
      PATIENCE,
    );
  }

  /** Resolves with the first state that fits. */
  until(fits: (state: StoreState) => boolean): Promise<StoreState> {
    return this.table.until(fits, PATIENCE);
  }

  page(
    from: number,
    {
      filter = null,
      sort = [],
    }: { readonly filter?: Filter | null; readonly sort?: readonly SortKey[] } = {},
    snapshot: string | null = null,
  ): Promise<StorePage> {
    const wanted = { view: { filter, sort }, columns: SHOWN, snapshot, from, count: 100 };
    return this.client.request(requests.storePage, { paths: [this.uri], ...wanted });
  }

  async end(): Promise<void> {
    this.memory.stop();
    this.#table?.close();
    await this.#table?.closed;
    await this.client.stop();
    for (const pid of storesIn(this.storage)) process.kill(pid, 'SIGKILL');
    rmSync(this.storage, { recursive: true });
  }

  private get table(): Table {
    return (this.#table ??= new Table(this.client, [this.uri]));
  }
}
