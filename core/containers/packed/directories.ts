import type { Member } from './zip-members';

/** Archives whose members are remembered. */
const KEPT = 4;

/** The members of the archives read last, so that opening thousands of files of one does not list it each time. */
class Directories {
  readonly #known = new Map<string, Promise<readonly Member[]>>();

  /** The members of the archive in the state that `key` names, by `list` where they are not known. */
  async of(key: string, list: () => Promise<readonly Member[]>): Promise<readonly Member[]> {
    const known = this.#known.get(key);
    if (known) return known;
    const listing = list();
    this.#known.set(key, listing);
    for (const old of this.#known.keys()) if (this.#known.size > KEPT) this.#known.delete(old);
    try {
      return await listing;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }

  clear(): void {
    this.#known.clear();
  }
}

/** Those of this process; the key holds size, time and inode, so that a file that changed is listed again. */
export const directories = new Directories();
