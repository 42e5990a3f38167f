import type { Position } from '../../core/protocol/server';
import { giveBack } from '../../core/give-back';
import { MOST_HELD } from '../../core/rollouts/long-records';
import type { OpenOptions, RolloutFile } from '../../core/rollouts/rollout-file';
import { ByteLru } from '../host/byte-lru';
import { whyWithout, withoutWords } from '../../core/containers/holding';
import { UserError } from '../host/user-error';
import { RECORD_BYTES } from './limits';
import { type PlacedRecord, placeRecord } from './placed-record';

/** Bytes in RAM from which on memory is given back after a request, and milliseconds between two times. */
const MUCH_MEMORY = 256 * 1024 ** 2;
const GIVE_BACK_MS = 2_000;

/** An open file as it was at one moment, with the records parsed so far. A changed file gets a new handle. */
export class FileHandle {
  private readonly records = new ByteLru<number, PlacedRecord>(RECORD_BYTES);
  private readonly closing = new AbortController();
  private uses = 0;
  /** Whether a record of many megabytes was read, whose memory is given back once it was worked with. */
  private long = false;
  private gaveBack = 0;

  constructor(
    readonly uri: string,
    readonly file: RolloutFile,
    /** What it was opened with, for those who have to open it again in another thread. */
    readonly options: OpenOptions,
  ) {}

  /** Fires when the handle is given up: whatever was worked out of the file no longer holds. */
  get gone(): AbortSignal {
    return this.closing.signal;
  }

  /** One record; null past the end. */
  async recordAt(index: number, signal?: AbortSignal): Promise<PlacedRecord | null> {
    const known = this.records.get(index);
    if (known) return known;
    const entry = await this.file.entryAt(index, signal);
    if (!entry) return null;
    const { byteStart, byteEnd } = entry.place;
    if (byteEnd - byteStart > MOST_HELD) {
      this.long = true;
      giveBack();
    }
    const placed = placeRecord(this.uri, entry, entry.record);
    this.records.set(index, placed, placed.bytes);
    return placed;
  }

  /** The record that covers a position of the file, or null. */
  async recordAtPosition(position: Position, signal?: AbortSignal): Promise<PlacedRecord | null> {
    // Records without rollouts are no places to be in.
    if (this.file.container.chosen.holds !== 'rollouts') return null;
    let index = await this.file.recordAtLine(position.line, signal);
    while (index !== null) {
      const record = await this.recordAt(index, signal);
      if (!record) return null;
      const { line, character = 0 } = record.entry.place;
      // Several records may start on one line; the last was named.
      if (line < position.line || character <= position.character) return record;
      index = index > 0 ? index - 1 : null;
    }
    return null;
  }

  /** One record that has to be there; fails with a sentence for the user. */
  async existingRecord(index: number, signal?: AbortSignal): Promise<PlacedRecord> {
    const { path, container } = this.file;
    const why = whyWithout(container);
    if (why !== null) throw new UserError(withoutWords(path, why));
    const record = await this.recordAt(index, signal);
    if (record) return record;
    throw new UserError(`${path} has no record #${index}: it ends before; the file may have been rewritten`);
  }

  /** Keeps the file open while `work` runs. */
  async during<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    this.uses++;
    try {
      return await work(this);
    } finally {
      this.uses--;
      this.giveBackMuch();
      if (this.gone.aborted && this.uses === 0) await this.file.close();
    }
  }

  /** Gives memory back after long records were worked with, once their answer is on its way. */
  private giveBackMuch(): void {
    const now = performance.now();
    const much = process.memoryUsage.rss() > MUCH_MEMORY && now - this.gaveBack > GIVE_BACK_MS;
    if (!this.long && !much) return;
    this.long = false;
    this.gaveBack = now;
    setImmediate(giveBack);
  }

  /** Gives the handle up; the file is closed as soon as nobody uses it. */
  async giveUp(): Promise<void> {
    if (this.gone.aborted) return;
    this.closing.abort();
    if (this.uses === 0) await this.file.close();
  }
}
