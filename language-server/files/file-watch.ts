import { type FSWatcher, watch } from 'node:fs';
import { pathOf } from '../host/uris';

/** Wait after a notification: however often a file is written, it is looked at twice a second at most. */
const SETTLE_MS = 500;

/** Files watched at a time. */
const MOST_WATCHED = 32;

/**
 * Looks at files again when the system says that they changed. Where it says nothing (network file systems) changes
 * are noticed at the next use.
 */
export class FileWatch {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly look: (uri: string) => void,
    private readonly failed: (uri: string, error: unknown) => void,
  ) {}

  /** Watches a file, unless it is watched already. */
  start(uri: string): void {
    if (this.watchers.has(uri)) return;
    for (const oldest of this.watchers.keys()) {
      if (this.watchers.size < MOST_WATCHED) break;
      this.stop(oldest);
    }
    try {
      const watcher = watch(pathOf(uri), { persistent: false }, (event) => {
        // A file renamed away, or replaced by another, is no longer what is watched.
        if (event === 'rename') this.unwatch(uri);
        this.soon(uri);
      });
      watcher.on('error', (error) => {
        this.unwatch(uri);
        this.failed(uri, error);
      });
      this.watchers.set(uri, watcher);
    } catch (error) {
      this.failed(uri, error);
    }
  }

  /** Watches what now stands under the name of a file that changed: it may be another file. */
  again(uri: string): void {
    this.unwatch(uri);
    this.start(uri);
  }

  stop(uri: string): void {
    this.unwatch(uri);
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
  }

  stopAll(): void {
    for (const uri of [...this.watchers.keys(), ...this.timers.keys()]) this.stop(uri);
  }

  private unwatch(uri: string): void {
    this.watchers.get(uri)?.close();
    this.watchers.delete(uri);
  }

  private soon(uri: string): void {
    if (this.timers.has(uri)) return;
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      this.look(uri);
    }, SETTLE_MS);
    timer.unref();
    this.timers.set(uri, timer);
  }
}
