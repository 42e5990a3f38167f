import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { JobState, Reason } from '../../core/protocol/bridge/jobs';
import { isMissing } from '../../core/training/files';
import { runFiles, type ExitFile } from '../runner/files';
import type { Job, Outcome } from './job';
import { matchingFiles } from './matching-files';

/** Bytes of the log's end that are searched for a reason. */
const TAIL = 64 * 1024;

export interface Verdict extends Outcome {
  readonly state: JobState & ('succeeded' | 'failed' | 'cancelled' | 'timed_out' | 'lost');
}

/** What a job came to, from how its runner says it ended. */
export function verdictOf(job: Job, exit: ExitFile): Verdict {
  const { plan, cancel_requested } = job.record;
  const facts = { exit_code: exit.code, signal: exit.signal, stage: exit.stage };
  const failed = (reason: Reason, message: string): Verdict => ({
    state: 'failed',
    reason,
    message,
    ...facts,
  });
  const finished =
    exit.stage === plan.stages.at(-1)?.id && exit.code !== null && plan.exitCodes.includes(exit.code);
  const missing = finished ? missingOutput(job) : null;
  if (finished && missing === null) return { state: 'succeeded', reason: null, ...facts };
  if (exit.stopped === 'wall_time')
    return {
      state: 'timed_out',
      reason: 'wall_time',
      message: 'the time limit of the recipe was reached',
      ...facts,
    };
  if (exit.stopped === 'log_limit')
    return failed('log_limit', 'the log reached the size limit of the recipe');
  if (exit.stopped === 'cancel' && cancel_requested) return { state: 'cancelled', reason: 'user', ...facts };
  if (missing !== null) return failed('missing_output', missing);
  if (exit.spawn_error !== null)
    return failed(
      'spawn_failed',
      `the program of stage ${exit.stage ?? '?'} could not be started: ${reasonOf(exit.spawn_error)}`,
    );
  if (exit.signal !== null) {
    const hint = exit.signal === 'SIGKILL' ? '; a host that ran out of memory does that' : '';
    return failed('signal', `stage ${exit.stage ?? '?'} was ended by ${exit.signal}${hint}`);
  }
  if (/CUDA out of memory|torch\.(?:cuda\.)?OutOfMemoryError/.test(endOfLog(job)))
    return failed('cuda_oom', 'the GPU ran out of memory');
  return failed(
    'exit_code',
    `stage ${exit.stage ?? '?'} ended with exit code ${String(exit.code)}; the log says why`,
  );
}

/** The error's code, without the path that Node puts behind it. */
function reasonOf(error: string): string {
  return /\bE[A-Z]+\b/.exec(error)?.[0] ?? 'unknown reason';
}

/** Which required output is not there, in words; null where all are. Files older than the job do not count. */
function missingOutput(job: Job): string | null {
  const { plan, started_ms, created_ms } = job.record;
  const since = (started_ms ?? created_ms) - 2000;
  for (const id of plan.require) {
    const output = plan.outputs.find((each) => each.id === id);
    const files = output ? matchingFiles(job.files.work, output.glob) : [];
    if (!files.some(({ modifiedMs }) => modifiedMs >= since))
      return `it ended well but did not write ${id} (${output?.glob ?? 'no glob'})`;
  }
  return null;
}

function endOfLog(job: Job): string {
  try {
    const file = openSync(runFiles(job.files.run).log, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(TAIL, size));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}
