import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { identityOf } from '../../core/training/process-identity';
import type { CheckPlan } from '../../core/training/recipe/render';
import { signalGroup } from '../processes/signals';

/**
 * Runs a check of an environment; its output goes to the job's log. Resolves with null when it passed, and with what
 * to tell the user when it did not. An abort ends it.
 */
export async function runCheck(
  check: CheckPlan,
  where: { readonly env: Readonly<Record<string, string>>; readonly cwd: string; readonly log: string },
  abort: AbortSignal,
): Promise<string | null> {
  const [program = '', ...args] = check.argv;
  const log = openSync(where.log, 'a', 0o600);
  try {
    const child = spawn(program, args, {
      cwd: where.cwd,
      env: where.env,
      stdio: ['ignore', log, log],
      detached: true,
      shell: false,
      windowsHide: true,
    });
    const leader = child.pid === undefined ? null : identityOf(child.pid);
    const kill = (): void => {
      if (leader) signalGroup(leader, 'SIGKILL');
    };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, check.timeoutMs);
    abort.addEventListener('abort', kill, { once: true });
    if (abort.aborted) kill();
    try {
      return await new Promise<string | null>((resolve) => {
        child.once('error', (error) => resolve(`${check.hint} (${error.message})`));
        child.once('exit', (code, signal) => {
          if (code === 0) resolve(null);
          else if (late) resolve(`${check.hint} (no answer within ${check.timeoutMs / 1000} s)`);
          else resolve(`${check.hint} (${signal ?? `exit code ${String(code)}`}; the log says more)`);
        });
      });
    } finally {
      clearTimeout(timer);
      abort.removeEventListener('abort', kill);
    }
  } finally {
    closeSync(log);
  }
}
