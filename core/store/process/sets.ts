import { createHash } from 'node:crypto';
import type { OpenedStore } from '../database/open';
import type { SetParams } from '../service';
import type { Readers } from './readers';
import { RolloutSet, type SetHost } from './rollout-set';

/** Milliseconds that a set stays when nobody has it open any more: a window that is reloaded comes back. */
const LINGER_MS = 10_000;

/** What sets need from their surroundings. */
export interface SetsHost {
  readonly readers: Readers;
  /** Opens the rows of a set, by its key. */
  readonly openRows: (key: string) => Promise<OpenedStore>;
}

/** The sets that are open, by key: those who ask for the same files with the same choices share one. */
export class Sets {
  private readonly open = new Map<string, RolloutSet>();
  private readonly leaving = new Map<string, NodeJS.Timeout>();
  /** Sets that are being closed: who opens one again waits for that. */
  private readonly closing = new Map<string, Promise<void>>();

  constructor(private readonly host: SetsHost) {}

  /** The set of some files; opened where it is not. */
  join(params: SetParams): { readonly key: string; readonly set: RolloutSet } {
    const key = keyOf(params);
    clearTimeout(this.leaving.get(key));
    this.leaving.delete(key);
    const set = this.open.get(key) ?? new RolloutSet(params, this.hostOf(key));
    this.open.set(key, set);
    return { key, set };
  }

  /** An open set. Fails where there is none: its store was started anew, and it has to be opened again. */
  named(key: string): RolloutSet {
    const set = this.open.get(key);
    if (!set) throw new SetNotOpen('this set of files is not open');
    return set;
  }

  /** Somebody let go of a set. */
  left(key: string): void {
    const set = this.open.get(key);
    if (!set || set.heard) return;
    clearTimeout(this.leaving.get(key));
    this.leaving.set(
      key,
      setTimeout(() => {
        this.leaving.delete(key);
        if (set.heard) return;
        this.open.delete(key);
        this.closing.set(
          key,
          set.close().finally(() => this.closing.delete(key)),
        );
      }, LINGER_MS).unref(),
    );
  }

  async close(): Promise<void> {
    for (const timer of this.leaving.values()) clearTimeout(timer);
    await Promise.all([...[...this.open.values()].map((set) => set.close()), ...this.closing.values()]);
    this.open.clear();
  }

  private hostOf(key: string): SetHost {
    const { readers, openRows } = this.host;
    return {
      readers,
      openRows: async () => {
        await this.closing.get(key);
        return openRows(key);
      },
    };
  }
}

/** Asked about a set that is not open. */
export class SetNotOpen extends Error {
  override readonly name = 'SetNotOpen';
}

/** The same for the same files read in the same way; the order of the paths says nothing. */
export function keyOf({ paths, choices }: SetParams): string {
  const text = JSON.stringify([[...paths].sort(), choices]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
