import { stat } from 'node:fs/promises';
import { archivePath } from '../../containers/packed/archive-path';
import { unreadable } from '../../containers/unreadable';
import { openRolloutFile } from '../../rollouts/open';
import type { OpenOptions, RolloutFile, TakeTurn } from '../../rollouts/rollout-file';

/** Files that stay open. Small: each holds a file handle, and a packed one its text on the disk. */
const KEPT = 4;

interface Opened {
  readonly key: string;
  readonly file: RolloutFile;
}

/**
 * The files that were read last, left open: opening one means looking at its first records, which would be done anew
 * for every stretch. A file that has changed since is opened again. One reader at a time.
 */
export class OpenFiles {
  readonly #opened: Opened[] = [];

  constructor(private readonly turn: TakeTurn) {}

  /** The file as it is now, without findings. It is closed by {@link closeAll}, or once others were opened since. */
  async open(path: string, options: OpenOptions, signal?: AbortSignal): Promise<RolloutFile> {
    const key = await keyOf(path, options);
    const at = this.#opened.findIndex((each) => each.key === key);
    const known = at < 0 ? undefined : this.#opened.splice(at, 1)[0];
    const opened = known ?? { key, file: await openRolloutFile(path, this.#openingOf(options, signal)) };
    this.#opened.push(opened);
    while (this.#opened.length > KEPT) await this.#opened.shift()?.file.close();
    return opened.file;
  }

  async closeAll(): Promise<void> {
    const files = this.#opened.splice(0);
    await Promise.all(files.map(({ file }) => file.close()));
  }

  #openingOf(options: OpenOptions, signal: AbortSignal | undefined): OpenOptions {
    return { ...options, findings: false, turn: this.turn, ...(signal ? { signal } : {}) };
  }
}

/** Tells a state of a file, and a way to open it, from every other. Fails with `UnreadableFile`. */
async function keyOf(path: string, options: OpenOptions): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat((await archivePath(path)).file);
    return JSON.stringify([path, ino, size, mtimeMs, options]);
  } catch (error) {
    throw unreadable(path, error);
  }
}
