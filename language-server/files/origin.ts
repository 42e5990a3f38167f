import { basename } from 'node:path';
import { unreadable } from '../../core/containers/file-source';
import { memorySource } from '../../core/containers/memory-source';
import { openRolloutFile, openRolloutSource } from '../../core/rollouts/open';
import type { OpenOptions, RolloutFile } from '../../core/rollouts/rollout-file';
import { UserError } from '../host/user-error';
import { pathOf, uriParts } from '../host/uris';
import { isMemory, type MemoryTexts } from './memory-texts';
import { missing, versionOf } from './version';

/** Where the bytes of a file come from. */
export interface Origin {
  /** What tells one state of it from the next; null where it is gone. */
  version(): Promise<string | null>;
  open(options: OpenOptions): Promise<RolloutFile>;
  /** Why it is not there, as an error with a sentence. */
  gone(): Promise<Error>;
}

/** The origin of what an address names: a file on disk, or a text in memory. */
export function originOf(uri: string, memory: MemoryTexts): Origin {
  return isMemory(uri) ? inMemory(uri, memory) : onDisk(pathOf(uri));
}

function onDisk(path: string): Origin {
  return {
    version: () => versionOf(path),
    open: (options) => openRolloutFile(path, options),
    gone: async () => unreadable(path, await missing(path)),
  };
}

function inMemory(uri: string, memory: MemoryTexts): Origin {
  const name = basename(uriParts(uri)?.path ?? uri);
  const gone = (): UserError =>
    new UserError(`${name} is no longer in memory; copy the text and open it again`);
  return {
    version: () => Promise.resolve(memory.version(uri)),
    open: (options) => {
      const text = memory.get(uri);
      return text === null
        ? Promise.reject(gone())
        : openRolloutSource(name, memorySource(name, text), options);
    },
    gone: () => Promise.resolve(gone()),
  };
}
