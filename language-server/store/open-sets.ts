import type { CallOptions, ServiceClient } from '../../core/host/client';
import { HostDied, RemoteError } from '../../core/host/errors';
import type { StoreSelection, StoreState } from '../../core/protocol/store';
import type { StoreMethods } from '../../core/store/service';
import type { FileChoices } from '../../core/store/file-choices';
import { pathOf } from '../host/uris';

/** A selection while it is open: the key by which the store knows it. */
interface OpenSet {
  key: Promise<string>;
  users: number;
}

/** Milliseconds before a store that died is asked again, so that one that cannot live is not started in a tight loop. */
const AGAIN_MS = 500;

type AskParams<Method extends keyof StoreMethods> = Omit<StoreMethods[Method]['params'], 'set'>;

/** The sets that this window has open in the store, which are opened again when the store dies. */
export class OpenSets {
  private readonly open = new Map<string, OpenSet>();

  constructor(
    private readonly store: ServiceClient<StoreMethods>,
    private readonly choices: (paths: readonly string[]) => Promise<FileChoices>,
    private readonly log: (message: string) => void,
  ) {}

  /** Holds a set open until the signal fires; tells how far it is. Rejects where no store can be had. */
  async hold(
    selection: StoreSelection,
    tell: (state: StoreState) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const name = nameOf(selection);
    const own = this.open.get(name) ?? { key: Promise.resolve(''), users: 0 };
    this.open.set(name, own);
    own.users++;
    try {
      for (let deaths = 0; ; deaths++) {
        try {
          await this.once(own, selection, tell, signal);
          return;
        } catch (error) {
          // One death may be anybody's fault; a store that dies again and again says why.
          if (!(error instanceof HostDied) || signal.aborted || deaths >= MOST_DEATHS) throw error;
          this.log(`the rollout store died and is started again: ${error.message}`);
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * deaths));
      }
    } finally {
      if (--own.users === 0) this.open.delete(name);
    }
  }

  /** Asks about a set that is open. */
  async ask<Method extends Exclude<keyof StoreMethods, 'open'>>(
    method: Method,
    selection: StoreSelection,
    params: AskParams<Method>,
    options: CallOptions<StoreMethods[Method]['progress']>,
  ): Promise<StoreMethods[Method]['result']> {
    for (let again = true; ; again = false) {
      const set = await this.keyOf(selection);
      try {
        return await this.store.call(method, { ...params, set }, options);
      } catch (error) {
        // The store was started anew and the set is being opened again.
        if (!again || !(error instanceof RemoteError) || error.remoteName !== 'SetNotOpen') throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  private keyOf(selection: StoreSelection): Promise<string> {
    const own = this.open.get(nameOf(selection));
    if (!own) return Promise.reject(new Error('these files are not open as a table'));
    return own.key;
  }

  private async once(
    own: OpenSet,
    { paths }: StoreSelection,
    tell: (state: StoreState) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let known: (key: string) => void = () => undefined;
    let unknown: (error: unknown) => void = () => undefined;
    own.key = new Promise((resolve, reject) => ((known = resolve), (unknown = reject)));
    own.key.catch(() => undefined);
    try {
      await this.store.call(
        'open',
        { paths: paths.map(pathOf), choices: await this.choices(paths), interval: INTERVAL_MS },
        {
          signal,
          onProgress: ({ set, state }) => {
            known(set);
            tell(state);
          },
        },
      );
    } catch (error) {
      unknown(error);
      throw error;
    }
  }
}

const MOST_DEATHS = 5;

/** How often files are looked at where no notifications arrive. */
const INTERVAL_MS = 2000;

function nameOf({ paths }: StoreSelection): string {
  return [...paths].sort().join('\n');
}
