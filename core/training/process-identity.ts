import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that can be told from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in a form that only compares for equality; null where the platform does not say. */
  readonly start: string | null;
  /** The boot it lives in; null where the platform does not say. */
  readonly boot: string | null;
}

/** State letter and start (clock ticks since boot, field 22) of /proc/PID/stat; the command's name may hold blanks. */
function procStat(pid: number): { readonly state: string; readonly start: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

/** When a process started; null where it does not run (a zombie does not) or the platform does not say. */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = procStat(pid);
    return stat && !'ZX'.includes(stat.state) ? stat.start : null;
  }
  if (process.platform === 'win32') return null;
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 3000,
    });
    return line.trim() || null;
  } catch {
    // `ps` ends with 1 where there is no such process.
    return null;
  }
}

let boot: string | null | undefined;

/** Identity of the running boot; null where the platform does not say. Constant while this process lives. */
export function bootId(): string | null {
  if (boot !== undefined) return boot;
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch (error) {
    if (!isGone(error)) throw error;
    boot = null;
  }
  return boot;
}

/** Identity of a running process. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, start: startOf(pid), boot: bootId() };
}

/** Whether that very process runs. Where start times are not known, whether one of its number does. */
export function isAlive({ pid, start, boot: since }: ProcessIdentity): boolean {
  if (since !== bootId()) return false;
  if (start !== null) return startOf(pid) === start;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return true;
    return false;
  }
}
