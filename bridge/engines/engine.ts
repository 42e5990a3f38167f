import type { ProcessIdentity } from '../../core/training/process-identity';
import type { ExitFile, JobFile, RunnerFile } from '../runner/files';

/** What a job needs to be found again, as plain JSON in its record. */
export interface Handle {
  readonly engine: string;
  /** Folder of the runner's files. */
  readonly run: string;
  /** The runner, for engines that start it on this host. */
  readonly runner: ProcessIdentity | null;
}

/** What an engine knows of a job. The runner's `exit.json` is the first source of truth. */
export type EngineStatus =
  | { readonly kind: 'exited'; readonly exit: ExitFile; readonly runner: RunnerFile | null }
  | { readonly kind: 'alive'; readonly runner: RunnerFile | null }
  /** Proof of absence: no exit, and no process. */
  | { readonly kind: 'gone'; readonly rebooted: boolean; readonly runner: RunnerFile | null };

/** A way to run jobs. Whatever it is, what it starts is the runner with one argument, the run folder. */
export interface Engine {
  readonly id: string;
  probe(): { readonly available: boolean };
  /** Starts the runner of a job whose folder is prepared. */
  submit(run: string, job: JobFile): Handle;
  status(job: string, handle: Handle): EngineStatus;
  /** Asks the runner to stop the job; `now` without grace. May be called again. */
  cancel(handle: Handle, mode: 'graceful' | 'now'): void;
  /** Kills whatever is left of a job whose runner is gone or does not answer. Resolves with the number killed. */
  cleanup(job: string, handle: Handle): Promise<number>;
}
