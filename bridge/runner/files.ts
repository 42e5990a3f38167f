import { join } from 'node:path';
import { isObject } from '../../core/json';
import { readJson } from '../../core/training/files';
import type { ProcessIdentity } from '../../core/training/process-identity';
import type { StagePlan } from '../../core/training/recipe/render';

/** What a runner is to do: `job.json` in its folder. */
export interface JobFile {
  readonly job: string;
  readonly stages: readonly StagePlan[];
  /** Environment of every stage, before its own variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly exitCodes: readonly number[];
  readonly wallTimeMs: number | null;
  readonly logBytes: number;
  /** Milliseconds between SIGTERM to the group and SIGKILL. */
  readonly termMs: number;
}

export type StopCause = 'cancel' | 'wall_time' | 'log_limit';

/** How a stage stands: in `runner.json`. */
export interface StageStatus {
  readonly id: string;
  readonly state: 'pending' | 'running' | 'succeeded' | 'failed' | 'stopped';
  readonly code: number | null;
  readonly signal: string | null;
  /** Leader of the stage's process group. */
  readonly leader: ProcessIdentity | null;
}

/** What a runner says of itself while it works: `runner.json`. */
export interface RunnerFile {
  readonly runner: ProcessIdentity;
  readonly stages: readonly StageStatus[];
  readonly stopping: { readonly cause: StopCause; readonly phase: 1 | 2 | 3 } | null;
}

/** How it ended: `exit.json`. Once it is there, it does not change. */
export interface ExitFile {
  readonly code: number | null;
  readonly signal: string | null;
  /** The stage that was the last to run. */
  readonly stage: string | null;
  /** Why it was stopped; null where it ended by itself. */
  readonly stopped: StopCause | null;
  /** Why a stage could not be started. */
  readonly spawn_error: string | null;
  readonly started_ms: number;
  readonly ended_ms: number;
  /** Milliseconds of the monotonic clock. */
  readonly wall_ms: number;
  /** Processes of the job that were still there after its last stage and were killed, and that could not be. */
  readonly killed: number;
  readonly left: readonly number[];
}

/** What the bridge asks of a runner: `stop.json`. */
export interface StopFile {
  readonly mode: 'graceful' | 'now';
}

export const runFiles = (folder: string) => ({
  job: join(folder, 'job.json'),
  runner: join(folder, 'runner.json'),
  exit: join(folder, 'exit.json'),
  stop: join(folder, 'stop.json'),
  log: join(folder, 'job.log'),
  runnerLog: join(folder, 'runner.log'),
});

/** The value of a file that this program wrote in one piece; null while there is none. */
function ours<T>(path: string): T | null {
  const value = readJson(path);
  return isObject(value) ? (value as unknown as T) : null;
}

export const readRunnerFile = (folder: string): RunnerFile | null => ours(runFiles(folder).runner);
export const readExitFile = (folder: string): ExitFile | null => ours(runFiles(folder).exit);
export const readStopFile = (folder: string): StopFile | null => ours(runFiles(folder).stop);
export const readJobFile = (folder: string): JobFile | null => ours(runFiles(folder).job);
