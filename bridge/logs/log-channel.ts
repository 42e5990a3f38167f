import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameOf } from '../../core/protocol/bridge/envelope';
import type { PushData } from '../../core/protocol/bridge/events';
import { encodeChunk } from '../../core/protocol/bridge/frames';
import { LIMITS } from '../../core/protocol/bridge/limits';
import type { Job } from '../jobs/job';
import type { Outbox } from '../outbox';
import type { LogFiles } from './log-files';

/** Milliseconds between two looks at a file that had nothing new. */
const POLL_MS = 100;

/** Bytes a client that takes gaps may be behind, and those it is then given from the end. */
const FAR_BEHIND = 64 * 1024 ** 2;
const TAIL = 256 * 1024;

export interface ChannelOrder {
  readonly channel: number;
  readonly job: Job;
  readonly file: string;
  readonly offset: number;
  readonly generation: number;
  readonly credit: number;
  readonly lossy: boolean;
  /** Where to stop; null follows the file until the job is over. */
  readonly until: number | null;
}

/** Sends the bytes of a log from an offset on, as far as the client granted, and as they are. */
export class LogChannel {
  #offset: number;
  #credit: number;
  #stopped = false;
  #wake: (() => void) | null = null;
  readonly #abort = new AbortController();

  constructor(
    private readonly order: ChannelOrder,
    private readonly files: LogFiles,
    private readonly outbox: Outbox,
    /** Called when nothing more comes. */
    private readonly done: () => void,
    onError: (error: unknown) => void,
  ) {
    this.#offset = order.offset;
    this.#credit = order.credit;
    this.#run()
      .catch((error: unknown) => {
        onError(error);
        this.#close('failed', this.#offset);
      })
      .finally(() => this.done());
  }

  grant(bytes: number): void {
    this.#credit = Math.min(this.#credit + bytes, Number.MAX_SAFE_INTEGER);
    this.#wake?.();
  }

  stop(): void {
    this.#stopped = true;
    this.#abort.abort();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { job, file, until, generation } = this.order;
    // The reply that names the channel goes first.
    await Promise.resolve();
    const atOpen = this.files.look(job, file).size;
    let handle: FileHandle | null = null;
    try {
      while (!this.#stopped) {
        // Asked first: what a job wrote before it was over is in the file then.
        const isOver = job.isOver;
        const look = this.files.look(job, file);
        if (look.generation !== generation) return this.#close('rotated', this.#offset);
        const end = until === null ? look.size : Math.min(until, look.size);
        if (this.order.lossy && look.size - this.#offset > FAR_BEHIND) this.#skip(look.size - TAIL);
        if (this.#offset >= end) {
          if (until !== null || isOver) return this.#finish(look.size);
          await this.#pause();
        } else if (this.#credit <= 0) await this.#granted();
        else if (await this.outbox.room()) {
          handle ??= await open(look.path, 'r');
          await this.#send(handle, end, atOpen);
        } else return;
      }
    } finally {
      await handle?.close();
    }
  }

  async #send(handle: FileHandle, end: number, atOpen: number): Promise<void> {
    const length = Math.min(LIMITS.log_chunk, end - this.#offset, this.#credit);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, this.#offset);
    if (this.#stopped || bytesRead === 0) return;
    this.#frame(buffer.subarray(0, bytesRead), false, this.#offset < atOpen);
    this.#offset += bytesRead;
    this.#credit -= bytesRead;
  }

  #frame(payload: Uint8Array, last: boolean, replayed: boolean): void {
    const { channel } = this.order;
    const offset = BigInt(this.#offset);
    this.outbox.send(
      encodeChunk({ kind: 'log', last, truncated: false, replayed, channel, offset, payload }),
    );
  }

  #finish(size: number): void {
    this.#frame(new Uint8Array(), true, false);
    this.#close('end', size);
  }

  #close(reason: PushData['chan.close']['reason'], size: number): void {
    const { channel, generation } = this.order;
    const d: PushData['chan.close'] = { channel, size, reason, generation };
    this.outbox.send(frameOf({ t: 'chan.close', d }));
  }

  #skip(to: number): void {
    const { channel, file } = this.order;
    const d: PushData['log.gap'] = { channel, file, from: this.#offset, to, reason: 'slow client' };
    this.outbox.send(frameOf({ t: 'log.gap', d }));
    this.#offset = to;
  }

  async #pause(): Promise<void> {
    await sleep(POLL_MS, undefined, { signal: this.#abort.signal }).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) throw error;
    });
  }

  #granted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }
}
