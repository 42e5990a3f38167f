import type { MessagePort } from 'node:worker_threads';
import type { FromWorker } from './messages';

/** The turn of this thread to read records that take much memory: asked for from, and given by, the crew it is of. */
export class LongTurn {
  #granted: (() => void) | null = null;

  constructor(private readonly port: Pick<MessagePort, 'postMessage'>) {}

  /** Waits for the turn; what comes back ends it. Rejects with the signal's reason, and no longer waits then. */
  readonly take = async (signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    const end = (): void => {
      // What was read is dead by now, and as much as everything else; the next one needs its room.
      (globalThis as { gc?: () => void }).gc?.();
      this.#tell('short');
    };
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        this.#granted = null;
        this.#tell('short');
        reject(signal?.reason as Error);
      };
      this.#granted = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#tell('long');
    });
    return end;
  };

  /** The crew gave the turn. */
  granted(): void {
    this.#granted?.();
    this.#granted = null;
  }

  #tell(kind: 'long' | 'short'): void {
    this.port.postMessage({ kind } satisfies FromWorker);
  }
}
