import { readdirSync, readFileSync } from 'node:fs';
import { startOf } from '../../core/training/process-identity';

/** Variable that every process of a job inherits. */
export const JOB_MARKER = 'RB_JOB_ID';

/** A running process of a job. */
export interface MarkedProcess {
  readonly pid: number;
  readonly start: string;
}

/**
 * The processes whose environment carries a job's marker, whatever group or session they are in: this user's, not
 * older than `since` (clock ticks), and not in `except`. Empty where there is no /proc.
 */
export function markedProcesses(
  job: string,
  since: string | null,
  except: ReadonlySet<number>,
): MarkedProcess[] {
  if (process.platform !== 'linux') return [];
  const marker = Buffer.from(`${JOB_MARKER}=${job}\0`);
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || except.has(pid)) return [];
    if (!environmentHolds(pid, marker)) return [];
    const start = startOf(pid);
    return start !== null && (since === null || BigInt(start) >= BigInt(since)) ? [{ pid, start }] : [];
  });
}

function environmentHolds(pid: number, marker: Buffer): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    const at = environment.indexOf(marker);
    return at === 0 || (at > 0 && environment.includes(Buffer.concat([Buffer.of(0), marker])));
  } catch {
    // Gone meanwhile, or another user's.
    return false;
  }
}
