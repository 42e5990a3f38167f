import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomic } from '../core/training/files';
import { identityOf, isAlive } from '../core/training/process-identity';
import { lockPath, readLock, type Lock } from '../core/training/state-folder';

/** Milliseconds after which the guard of a starter that died is taken away. */
const STALE_MS = 5000;

/** Another bridge holds the state folder. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(readonly lock: Lock) {
    super(
      `a bridge with process ${lock.owner.pid} holds this state folder${lock.port === null ? '' : ` (port ${lock.port})`}`,
    );
  }
}

/**
 * Takes a state folder for this process. A lock whose owner is gone, also one whose number runs again as another
 * program, is replaced; of several starters one wins. Throws {@link LockedError}.
 */
export async function takeLock(
  folder: string,
  host: string,
): Promise<{ tell(port: number): void; release(): void }> {
  const guard = join(folder, 'bridge.lock.guard');
  const mine: Lock = { owner: identityOf(process.pid), host, port: null };
  await hold(guard);
  try {
    const lock = readLock(folder);
    if (lock && isAlive(lock.owner) && lock.owner.pid !== process.pid) throw new LockedError(lock);
    writeAtomic(lockPath(folder), JSON.stringify(mine));
  } finally {
    rmSync(guard, { force: true });
  }
  return {
    tell: (port) => writeAtomic(lockPath(folder), JSON.stringify({ ...mine, port })),
    release: () => {
      if (readLock(folder)?.owner.pid === process.pid) rmSync(lockPath(folder), { force: true });
    },
  };
}

/** Makes the guard file, which stands only while someone looks at the lock and writes it. */
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
