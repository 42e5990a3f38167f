import { statSync } from 'node:fs';
import { BridgeError } from '../../core/protocol/bridge/codes';
import type { Job } from '../jobs/job';
import { runFiles } from '../runner/files';

/** A log as it stands now. */
export interface LogLook {
  readonly path: string;
  /** Bytes; 0 before anything was written. */
  readonly size: number;
  /** Counts up from 1 when the file was replaced or cut. */
  readonly generation: number;
}

/** Files of a job that are read by offset. */
const FILES = ['log', 'runner'] as const;

/** Knows the logs of jobs, and notices when one is no longer the file it was. */
export class LogFiles {
  readonly #seen = new Map<
    string,
    { readonly inode: number; readonly size: number; readonly generation: number }
  >();

  /** Throws `path.missing` for a name that is no log of a job. */
  look(job: Job, file: string): LogLook {
    const name = FILES.find((each) => each === file);
    if (!name) throw new BridgeError('path.missing', `a job has no file ${file}; it has ${FILES.join(', ')}`);
    const { log, runnerLog } = runFiles(job.files.run);
    const path = name === 'log' ? log : runnerLog;
    const info = statSync(path, { throwIfNoEntry: false });
    const key = `${job.id} ${file}`;
    const last = this.#seen.get(key);
    if (!info) return { path, size: 0, generation: last?.generation ?? 1 };
    const replaced = last !== undefined && (last.inode !== info.ino || info.size < last.size);
    const generation = (last?.generation ?? 1) + (replaced ? 1 : 0);
    this.#seen.set(key, { inode: info.ino, size: info.size, generation });
    return { path, size: info.size, generation };
  }
}
