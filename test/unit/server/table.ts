import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { requests } from '../../../core/protocol/server';
import type { Cell, Filter, SortKey, StorePage, StoreState } from '../../../core/protocol/store';
import type { TestClient } from './client';

/** A set of files that is open as a table in a window. */
export class Table {
  readonly states: StoreState[] = [];
  private readonly source = new CancellationTokenSource();
  private readonly waiting = new Set<() => void>();
  readonly closed: Promise<unknown>;

  constructor(
    private readonly client: TestClient,
    readonly paths: readonly string[],
  ) {
    this.closed = client
      .request(
        requests.storeOpen,
        { paths },
        {
          token: this.source.token,
          onProgress: (state) => {
            this.states.push(state);
            for (const wake of this.waiting) wake();
          },
        },
      )
      .catch((error: unknown) => error);
  }

  get state(): StoreState | undefined {
    return this.states.at(-1);
  }

  /** The first state that fits, now or later; fails with the last one after some seconds. */
  async until(fits: (state: StoreState) => boolean, patience = 8000): Promise<StoreState> {
    for (const end = Date.now() + patience; ;) {
      const { state } = this;
      if (state && fits(state)) return state;
      if (Date.now() > end) throw new Error(`not within ${patience} ms: ${JSON.stringify(state)}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => (clearTimeout(timer), this.waiting.delete(wake), resolve());
        const timer = setTimeout(wake, 200);
        this.waiting.add(wake);
      });
    }
  }

  /** All is read, and the table has so many rows. */
  rows(count: number): Promise<StoreState> {
    return this.until((state) => state.phase === 'following' && state.rows === count);
  }

  page(
    columns: readonly string[],
    filter: Filter | null = null,
    sort: readonly SortKey[] = [],
  ): Promise<StorePage> {
    const wanted = { view: { filter, sort }, columns, snapshot: null, from: 0, count: 500 };
    return this.client.request(requests.storePage, { paths: this.paths, ...wanted });
  }

  /** The values of one column, in the order of the table. */
  async column(id: string, filter: Filter | null = null): Promise<readonly (Cell | undefined)[]> {
    return (await this.page([id], filter)).rows.map(({ values }) => values[0]);
  }

  close(): void {
    this.source.cancel();
  }
}

/** Process ids of the stores that write below a folder. Linux only: read off /proc. */
export function storesOf(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words.some((word) => word.endsWith('store.js')) && words.some((word) => word.startsWith(folder))
        ? [Number(name)]
        : [];
    } catch {
      // Gone meanwhile.
      return [];
    }
  });
}

/** Ends what runs below a folder, so that it can be removed. */
export function endStores(folder: string): void {
  for (const pid of storesOf(folder)) execFileSync('kill', ['-9', String(pid)]);
}
