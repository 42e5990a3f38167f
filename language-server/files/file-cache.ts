import type { OpenOptions } from '../../core/rollouts/rollout-file';
import { FileHandle } from './file-handle';
import { OPEN_FILES } from './limits';
import { MemoryTexts } from './memory-texts';
import { originOf } from './origin';

/** Says how a file is to be opened: the user's dialect, container and severities for it. */
export type OptionsSource = (uri: string) => Promise<OpenOptions>;

/** What happens to files in use. */
export interface FileEvents {
  opened(uri: string): void;
  /** It has changed on disk, or gone. */
  changed(uri: string): void;
  failed(error: unknown): void;
}

/** A handle with what it was opened from. */
interface Slot {
  readonly version: string;
  readonly handle: Promise<FileHandle>;
}

/** The files in use: few stay open, and one that changed on disk, or whose options did, is opened again. */
export class FileCache {
  private readonly slots = new Map<string, Slot>();
  private readonly versions = new Map<string, string>();

  constructor(
    private readonly optionsFor: OptionsSource,
    private readonly events: FileEvents,
    /** Texts that are read like files. */
    readonly memory = new MemoryTexts(),
  ) {}

  /** Works with an open file, which stays open meanwhile. Fails with a sentence where it cannot be opened. */
  async use<T>(uri: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
    const origin = originOf(uri, this.memory);
    const options = await this.optionsFor(uri);
    const onDisk = await this.check(uri);
    if (onDisk === null) throw await origin.gone();
    const version = `${onDisk} ${JSON.stringify(options)}`;
    let slot = this.slots.get(uri);
    if (slot?.version !== version) {
      if (slot) this.drop(uri);
      const handle = origin.open(options).then((file) => new FileHandle(uri, file, options));
      slot = { version, handle };
      this.slots.set(uri, slot);
      this.events.opened(uri);
      handle.catch(() => this.forget(uri, version));
    } else {
      this.slots.delete(uri);
      this.slots.set(uri, slot);
    }
    this.trim();
    return (await slot.handle).during(work);
  }

  /** Looks at a file on disk; tells of a change once. Null where it is gone. */
  async check(uri: string): Promise<string | null> {
    const now = await originOf(uri, this.memory).version();
    const before = this.versions.get(uri);
    this.versions.set(uri, now ?? GONE);
    if (before !== undefined && before !== (now ?? GONE)) {
      this.drop(uri);
      this.events.changed(uri);
    }
    return now;
  }

  /** Gives up every handle, as when settings changed. */
  clear(): void {
    for (const uri of [...this.slots.keys()]) this.drop(uri);
  }

  private forget(uri: string, version: string): void {
    if (this.slots.get(uri)?.version === version) this.slots.delete(uri);
  }

  private drop(uri: string): void {
    const slot = this.slots.get(uri);
    this.slots.delete(uri);
    // One that could not be opened has nothing to give up, and who asked for it was told.
    slot?.handle.then(
      (handle) => handle.giveUp().catch((error: unknown) => this.events.failed(error)),
      () => undefined,
    );
  }

  private trim(): void {
    for (const oldest of this.slots.keys()) {
      if (this.slots.size <= OPEN_FILES) return;
      this.drop(oldest);
    }
  }
}

const GONE = 'gone';
