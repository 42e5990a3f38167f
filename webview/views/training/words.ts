import type { JobState, Reason } from '../../../core/protocol/bridge/jobs';
import type { JobHead } from '../../../core/protocol/panels/training';
import { sentence } from '../../../core/words';

/** A sign and words for a state: nothing is said by colour alone. */
export const STATES: Readonly<Record<JobState, { readonly sign: string; readonly words: string }>> = {
  accepted: { sign: '○', words: 'Accepted' },
  queued: { sign: '○', words: 'Waiting for another job to end' },
  preparing: { sign: '◔', words: 'Checking the environment' },
  services_starting: { sign: '◔', words: 'Starting services' },
  starting: { sign: '◔', words: 'Starting' },
  running: { sign: '●', words: 'Running' },
  stopping: { sign: '◐', words: 'Stopping' },
  adopting: { sign: '◔', words: 'Finding its processes again' },
  unknown: { sign: '?', words: 'Not known' },
  succeeded: { sign: '✓', words: 'Succeeded' },
  failed: { sign: '✕', words: 'Failed' },
  cancelled: { sign: '■', words: 'Cancelled' },
  timed_out: { sign: '✕', words: 'Timed out' },
  lost: { sign: '✕', words: 'Lost' },
};

const REASON_WORDS: Readonly<Record<Reason, string>> = {
  exit_code: 'the trainer ended with an error',
  signal: 'the trainer was ended by a signal',
  oom: 'the machine had no memory left',
  cuda_oom: 'the GPU had no memory left',
  missing_output: 'a file that must be there at the end is not',
  forbidden_log: 'the log says that something went wrong',
  spawn_failed: 'the trainer could not be started',
  readiness_timeout: 'a service did not become ready',
  service_died: 'a service ended',
  disk_full: 'the disk is full',
  log_limit: 'the log grew too long',
  idle_output: 'nothing was written for too long',
  wall_time: 'its time is over',
  node_fail: 'the machine failed',
  preempted: 'another job took its place',
  scheduler_rejected: 'the scheduler refused it',
  engine_lost: 'its processes are gone',
  not_started: 'it was never started',
  user: 'on your request',
  bridge_shutdown: 'the bridge ended',
  adopted_gone: 'its processes were gone when the bridge came back',
};

/** Why a job is in its state; empty where there is nothing to say. */
export function reasonOf({ message, reason }: JobHead): string {
  if (message !== null) return sentence(message);
  return reason === null ? '' : sentence(REASON_WORDS[reason]);
}

/** The title of the stage that runs; null where none does. */
export function stageOf({ stages, stageTitles }: JobHead): string | null {
  const running = stages.find(({ state }) => state === 'running' || state === 'starting');
  return running ? (stageTitles[running.stage] ?? running.stage) : null;
}

/** A number of bytes in a unit that fits. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, of] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(bytes / Number(unit)).toFixed(1)} ${of}`;
}
