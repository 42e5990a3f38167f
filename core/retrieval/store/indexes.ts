import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unreadable } from '../../containers/file-source';
import { OpenIndex } from './open-index';

/** Indexes that stay open. Each may hold some memory and threads. */
const MOST_OPEN = 4;

interface Held {
  readonly stamp: string;
  readonly index: Promise<OpenIndex>;
  users: number;
  /** Closed once nobody uses it. */
  dropped: boolean;
}

/** Keeps indexes open between requests, the last used ones, and notices when a file was replaced. */
export class Indexes {
  /** In order of use, the last used one last. */
  readonly #held = new Map<string, Held>();

  constructor(private readonly most = MOST_OPEN) {}

  /** Works with the index that lies at a path now; it stays open meanwhile, whatever becomes of the file. */
  async use<T>(path: string, work: (index: OpenIndex) => Promise<T>): Promise<T> {
    const held = await this.#hold(resolve(path));
    try {
      return await work(await held.index);
    } finally {
      held.users--;
      this.#closeIdle(held);
    }
  }

  /** Lets go of an index, or of all. */
  release(path?: string): void {
    for (const key of path === undefined ? [...this.#held.keys()] : [resolve(path)]) this.#drop(key);
  }

  async #hold(path: string): Promise<Held> {
    const stamp = await stampOf(path);
    let held = this.#held.get(path);
    if (held?.stamp !== stamp) {
      this.#drop(path);
      held = { stamp, index: OpenIndex.open(path), users: 0, dropped: false };
      const opened = held;
      opened.index.catch(() => {
        if (this.#held.get(path) === opened) this.#held.delete(path);
      });
    }
    held.users++;
    this.#held.delete(path);
    this.#held.set(path, held);
    for (const oldest of [...this.#held.keys()].slice(0, Math.max(0, this.#held.size - this.most)))
      this.#drop(oldest);
    return held;
  }

  #drop(path: string): void {
    const held = this.#held.get(path);
    if (!held) return;
    this.#held.delete(path);
    held.dropped = true;
    this.#closeIdle(held);
  }

  #closeIdle(held: Held): void {
    if (!held.dropped || held.users > 0) return;
    held.index.then(
      (index) => index.close(),
      // It never opened; whoever asked for it was told.
      () => undefined,
    );
  }
}

/** What changes when a file is replaced. */
async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs].join(':');
  } catch (error) {
    throw unreadable(path, error);
  }
}
