// Removes folders of processes that were told to end.
// @ts-check
import { rmSync } from 'node:fs';

/** Tries, and milliseconds between two. */
const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Removes a folder with all that is in it. A process that outlives the one it belongs to for a moment, as a store does its
 * server, may write into it meanwhile: Node.js tries to remove what was emptied again, and does not empty it again.
 * @param {string} folder
 */
export function removeFolder(folder) {
  for (let tries = 1; ; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
