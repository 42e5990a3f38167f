import { spawn } from 'node:child_process';
import { mkdirSync, openSync, closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CAN_GIVE_BACK } from '../../give-back';
import { reach } from './election';
import { storeAddress } from './address';

/** How to find or start the store. */
export interface StoreScript {
  /** Path of the bundled `main.ts`. */
  readonly script: string;
  /** Folder of the caches, on a local disk. */
  readonly folder: string;
  /** Version of what the store says and keeps. */
  readonly version: string;
}

/** Milliseconds that a store may take until it answers. */
const PATIENCE_MS = 15_000;

/**
 * The heap for what is new, in megabytes: rows are on their way through, and a large one is not given back. Threads that
 * read a record of many megabytes give its memory back themselves, before another reads one.
 */
const HEAP_FLAGS = ['--max-semi-space-size=8', CAN_GIVE_BACK];

/**
 * For glibc: few arenas, and large blocks from the system alone. Threads hand batches to each other, and each arena of a
 * thread would keep the most that it ever held: a quarter of the whole process (`man 3 mallopt`).
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Name of the file in which the store says what went wrong. */
export const STORE_LOG = 'store.log';

/**
 * Connects to the store of a folder; starts it where none answers. It is a process of its own, which lives as long as
 * somebody is connected: windows come and go. Rejects with a sentence where none comes up.
 */
export async function connectStore({ script, folder, version }: StoreScript): Promise<Socket> {
  const address = storeAddress(folder, version);
  const known = await reach(address);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(folder, STORE_LOG), 'a', 0o600);
  let ended: string | null = null;
  try {
    const child = spawn(process.execPath, [...HEAP_FLAGS, script, folder, version], {
      detached: true,
      stdio: ['ignore', 'ignore', log],
      // The extension host's own Electron must run this as Node.
      env: { ...MALLOC, ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    child.on('error', (error) => (ended = error.message));
    child.on('exit', (code, signal) => {
      if (code !== 0) ended = `it ended with ${signal ?? `code ${code}`}`;
    });
    child.unref();
  } finally {
    closeSync(log);
  }
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await sleep(20)) {
    const socket = await reach(address);
    if (socket) return socket;
    if (ended !== null) break;
  }
  const why = ended ?? `it did not answer within ${PATIENCE_MS / 1000} seconds`;
  throw new Error(
    `the rollout store did not start: ${why}; ${join(folder, STORE_LOG)} says more. Tables show what can be read without it.`,
  );
}
