import { open } from 'node:fs/promises';
import type { EventLog } from './event-log';
import type { Outbox } from './outbox';

/** Bytes read at once. */
const BLOCK = 128 * 1024;

/**
 * Sends the events of a stream after a cursor, then every new one. Old and new are read from the file alike: no
 * history is held, and there is no seam between the two.
 */
export class Pump {
  #stopped = false;
  #isBehind = true;
  #wake: (() => void) | null = null;
  readonly #unlisten: () => void;

  constructor(
    private readonly log: EventLog,
    private readonly outbox: Outbox,
    onError: (error: unknown) => void,
    cursor: number,
  ) {
    this.#unlisten = log.onAppend(() => {
      this.#isBehind = true;
      this.#wake?.();
    });
    this.#run(cursor).catch(onError);
  }

  /** Whether there are events that were not sent yet. */
  get isBehind(): boolean {
    return this.#isBehind && !this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
    this.#unlisten();
    this.#wake?.();
  }

  async #run(cursor: number): Promise<void> {
    const file = await open(this.log.path, 'r');
    try {
      let { offset, skip } = this.log.after(cursor);
      let length = BLOCK;
      while (!this.#stopped) {
        this.#isBehind = offset < this.log.size;
        if (!this.#isBehind) {
          await this.#next();
          continue;
        }
        const block = Buffer.allocUnsafe(Math.min(length, this.log.size - offset));
        const { bytesRead } = await file.read(block, 0, block.length, offset);
        const end = block.subarray(0, bytesRead).lastIndexOf(10) + 1;
        // No whole line: the next one is longer than the block.
        length = end === 0 ? length * 2 : BLOCK;
        for (let start = 0; start < end && !this.#stopped;) {
          const line = block.indexOf(10, start);
          if (skip > 0) skip--;
          else if (await this.outbox.room()) this.outbox.send(block.toString('utf8', start, line));
          else return;
          start = line + 1;
        }
        offset += end;
      }
    } finally {
      await file.close();
    }
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }
}
