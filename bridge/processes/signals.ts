import { execFile } from 'node:child_process';
import { bootId, isAlive, startOf, type ProcessIdentity } from '../../core/training/process-identity';

/** Sends a signal to one process, if it is still the same one. Says whether it was sent. */
export function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): boolean {
  return isAlive(target) && send(target.pid, signal);
}

/**
 * Sends a signal to a process group. The number of a group cannot be taken again while a member lives, so a group that
 * outlived its leader is still the job's; one whose leader is another process now is not. Windows has no groups: there
 * the tree below the leader is ended.
 */
export function signalGroup(leader: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (process.platform !== 'win32') {
    const now = startOf(leader.pid);
    const foreign =
      leader.boot !== bootId() || (now !== null && leader.start !== null && now !== leader.start);
    return !foreign && leader.pid > 1 && send(-leader.pid, signal);
  }
  if (!isAlive(leader)) return false;
  execFile('taskkill', ['/pid', String(leader.pid), '/T', '/F'], { timeout: 10_000 }, () => undefined);
  return true;
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}
