import { rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which the guard of a starter that died is taken away. */
const STALE_MS = 5000;

/**
 * Works while nobody else does who uses the same guard file, which stands only for that time: a few milliseconds in
 * which a lock is looked at and taken.
 */
export async function guarded<T>(guard: string, work: () => Promise<T>): Promise<T> {
  await hold(guard);
  try {
    return await work();
  } finally {
    rmSync(guard, { force: true });
  }
}

async function hold(guard: string): Promise<void> {
  for (;;) {
    try {
      writeFileSync(guard, '', { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > STALE_MS) rmSync(guard, { force: true });
    }
    await sleep(20);
  }
}
