import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { writeAtomic } from '../../core/training/files';
import { bootId, identityOf, isAlive } from '../../core/training/process-identity';
import { JOB_MARKER, markedProcesses } from '../processes/marked';
import { signalProcess } from '../processes/signals';
import { sweep } from '../processes/sweep';
import { readExitFile, readRunnerFile, runFiles } from '../runner/files';
import type { Engine, Handle } from './engine';

/** Runs jobs on this host, each below a runner that is a session of its own. */
export function localEngine(options: {
  /** Path of the runner's bundle. */
  readonly runner: string;
  readonly onError: (error: Error) => void;
}): Engine {
  return {
    id: 'local',
    probe: () => ({ available: true }),
    submit: (run, job) => {
      const log = openSync(runFiles(run).runnerLog, 'a', 0o600);
      try {
        const child = spawn(process.execPath, [options.runner, run], {
          cwd: run,
          // Electron's program is a Node only when told so.
          env: { ...job.env, [JOB_MARKER]: job.job, ELECTRON_RUN_AS_NODE: '1' },
          stdio: ['ignore', log, log],
          detached: true,
          windowsHide: true,
        });
        child.on('error', options.onError);
        child.unref();
        return { engine: 'local', run, runner: child.pid === undefined ? null : identityOf(child.pid) };
      } finally {
        closeSync(log);
      }
    },
    status: (job, handle) => {
      const runner = readRunnerFile(handle.run);
      const identity = runner?.runner ?? handle.runner;
      // Asked before the exit is read: a runner that ends between the two has written it.
      const alive = identity ? isAlive(identity) : markedProcesses(job, null, new Set()).length > 0;
      const exit = readExitFile(handle.run);
      if (exit) return { kind: 'exited', exit, runner };
      if (alive) return { kind: 'alive', runner };
      return { kind: 'gone', rebooted: identity !== null && identity.boot !== bootId(), runner };
    },
    cancel: (handle, mode) => {
      try {
        writeAtomic(runFiles(handle.run).stop, JSON.stringify({ mode }));
      } catch (error) {
        // A job that fills the disk is one that must be stopped all the same.
        const identity = readRunnerFile(handle.run)?.runner ?? handle.runner;
        if (!identity || !signalProcess(identity, 'SIGUSR2')) throw error;
      }
    },
    cleanup: async (job, handle) => {
      // A runner that has not started yet must not start now.
      try {
        writeAtomic(runFiles(handle.run).stop, JSON.stringify({ mode: 'now' }));
      } catch (error) {
        options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      const runner = readRunnerFile(handle.run);
      const identity = runner?.runner ?? handle.runner;
      if (identity) signalProcess(identity, 'SIGKILL');
      const sameBoot = identity === null || identity.boot === bootId();
      const leaders = sameBoot
        ? (runner?.stages ?? []).flatMap(({ leader }) => (leader ? [leader] : []))
        : [];
      const { killed } = await sweep(job, leaders, { since: null, except: [] });
      return killed;
    },
  };
}

/** A handle for a job whose start was cut short: what is there is found by its marker. */
export function unstartedHandle(run: string): Handle {
  return { engine: 'local', run, runner: null };
}
