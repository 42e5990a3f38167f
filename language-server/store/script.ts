import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { StoreScript } from '../../core/store/process/start';
import { analyserVersion } from '../../core/store/version';

/** Paths of the store's programs. */
export interface StoreScripts {
  readonly store: string;
  readonly worker: string;
}

/** How the store of this window is found or started; `storage` is the folder that the editor gives for caches. */
export function storeScript({ store, worker }: StoreScripts, storage: string | undefined): StoreScript {
  const folder = storage ?? join(tmpdir(), `tracehop-${userInfo().username}`);
  return { script: store, folder: join(folder, 'rollouts'), version: analyserVersion([store, worker]) };
}
