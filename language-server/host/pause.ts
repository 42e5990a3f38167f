import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work between two looks at the message queue, in milliseconds. */
const SLICE_MS = 20;

/** Hands the thread over once a slice of time is used up, so that long work never holds requests up. */
export class Pacer {
  private since = performance.now();

  /** Called between units of work. Rejects with the signal's reason. */
  async pause(signal?: AbortSignal): Promise<void> {
    if (performance.now() - this.since < SLICE_MS) return;
    await setImmediate();
    this.since = performance.now();
    signal?.throwIfAborted();
  }
}
