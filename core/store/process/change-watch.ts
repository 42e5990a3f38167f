import { type FSWatcher, watch } from 'node:fs';

/** Wait after a notification: a file that is written all the time is looked at some times a second. */
const SETTLE_MS = 150;

/** Folders that are watched; more are looked at by the clock alone. */
const MOST_FOLDERS = 256;

/**
 * Says when something in some folders may have changed: the system's notifications where they arrive, and the clock
 * where they do not (NFS, Lustre and other network file systems).
 */
export class ChangeWatch {
  private readonly watchers = new Map<string, FSWatcher>();
  private settling: NodeJS.Timeout | null = null;
  private readonly clock: NodeJS.Timeout;

  /** `interval` in milliseconds: how often the clock says so. */
  constructor(
    private readonly changed: (by: 'notice' | 'clock') => void,
    interval: number,
  ) {
    this.clock = setInterval(() => changed('clock'), interval);
    this.clock.unref();
  }

  /** Watches these folders and no others. */
  watch(folders: ReadonlySet<string>): void {
    for (const folder of [...this.watchers.keys()]) if (!folders.has(folder)) this.unwatch(folder);
    for (const folder of folders) {
      if (this.watchers.size >= MOST_FOLDERS) return;
      if (!this.watchers.has(folder)) this.begin(folder);
    }
  }

  stop(): void {
    clearInterval(this.clock);
    if (this.settling) clearTimeout(this.settling);
    for (const folder of [...this.watchers.keys()]) this.unwatch(folder);
  }

  private begin(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.soon());
      // A folder that goes away, or that the system cannot watch: the clock looks after it.
      watcher.on('error', () => this.unwatch(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // Likewise.
    }
  }

  private unwatch(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  private soon(): void {
    this.settling ??= setTimeout(() => {
      this.settling = null;
      this.changed('notice');
    }, SETTLE_MS).unref();
  }
}
