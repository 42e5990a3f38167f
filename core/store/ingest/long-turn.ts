import type { MessagePort } from 'node:worker_threads';
import { giveBack } from '../../give-back';
import type { TakeTurn } from '../../rollouts/rollout-file';
import type { FromWorker } from './messages';

/** The turn of this thread to read records that take much memory: asked for from, and given by, the crew it is of. */
export class LongTurn {
  #granted: (() => void) | null = null;

  constructor(private readonly port: Pick<MessagePort, 'postMessage'>) {}

  /** Waits for the turn. Rejects with the signal's reason, and no longer waits then. */
  readonly take: TakeTurn = async (signal) => {
    signal?.throwIfAborted();
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
    return { parsed: giveBack, end: () => (giveBack(), this.#tell('short')) };
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
