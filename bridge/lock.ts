import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { guarded } from '../core/host/guard-file';
import { writeAtomic } from '../core/training/files';
import { identityOf, isAlive } from '../core/training/process-identity';
import { lockPath, readLock, type Lock } from '../core/training/state-folder';

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
  const mine: Lock = { owner: identityOf(process.pid), host, port: null };
  await guarded(join(folder, 'bridge.lock.guard'), () => {
    const lock = readLock(folder);
    if (lock && isAlive(lock.owner) && lock.owner.pid !== process.pid) throw new LockedError(lock);
    writeAtomic(lockPath(folder), JSON.stringify(mine));
    return Promise.resolve();
  });
  return {
    tell: (port) => writeAtomic(lockPath(folder), JSON.stringify({ ...mine, port })),
    release: () => {
      if (readLock(folder)?.owner.pid === process.pid) rmSync(lockPath(folder), { force: true });
    },
  };
}
