import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomic } from '../../core/training/files';
import { identityOf, type ProcessIdentity } from '../../core/training/process-identity';
import type { StagePlan } from '../../core/training/recipe/render';
import { sweep } from '../processes/sweep';
import {
  readStopFile,
  runFiles,
  type ExitFile,
  type JobFile,
  type RunnerFile,
  type StageStatus,
  type StopCause,
} from './files';
import { Stopping } from './stopping';
import { messageOf } from '../../core/message-of';

/** Milliseconds between two looks at the clock, the log and `stop.json`. */
const LOOK_MS = 200;

/** Milliseconds before a file that could not be written is tried again. */
const AGAIN_MS = 1000;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: string | null;
}

/**
 * Runs the stages of one job in order and writes down how they ended. It needs no bridge: it enforces the limits and
 * carries out a stop by itself, so a bridge that dies changes nothing for the job.
 */
export class Runner {
  readonly #files;
  readonly #self = identityOf(process.pid);
  readonly #started = performance.now();
  readonly #startedWall = Date.now();
  readonly #stages: StageStatus[];
  #stopping: Stopping | null = null;
  #now = false;

  constructor(
    private readonly folder: string,
    private readonly job: JobFile,
  ) {
    this.#files = runFiles(folder);
    this.#stages = job.stages.map(({ id }) => ({
      id,
      state: 'pending',
      code: null,
      signal: null,
      leader: null,
    }));
  }

  async run(): Promise<void> {
    this.#tell();
    let last: { readonly stage: string | null; readonly ended: Ended } = {
      stage: null,
      ended: { code: null, signal: null, error: null },
    };
    for (const [index, plan] of this.job.stages.entries()) {
      this.#look(null, plan);
      if (this.#stopping) break;
      const ended = await this.#stage(index, plan);
      last = { stage: plan.id, ended };
      if (this.#stopping || !this.#succeeded(ended)) break;
    }
    const leaders = this.#stages.flatMap(({ leader }) => (leader ? [leader] : []));
    const { killed, left } = await sweep(this.job.job, leaders, {
      since: this.#self.start,
      except: [process.pid],
    });
    const exit: ExitFile = {
      code: last.ended.code,
      signal: last.ended.signal,
      stage: last.stage,
      stopped: this.#stopping?.cause ?? null,
      spawn_error: last.ended.error,
      started_ms: this.#startedWall,
      ended_ms: Date.now(),
      wall_ms: Math.round(performance.now() - this.#started),
      killed,
      left,
    };
    await this.#writeExit(JSON.stringify(exit));
  }

  /** A full disk delays how the job ended, and does not lose it: while the runner lives, the job is not over. */
  async #writeExit(text: string): Promise<void> {
    for (;;) {
      try {
        writeAtomic(this.#files.exit, text);
        return;
      } catch (error) {
        complain(error);
        await sleep(AGAIN_MS);
      }
    }
  }

  /** Ends the job without grace; for a bridge that cannot write `stop.json`. */
  stopNow(): void {
    this.#now = true;
  }

  #succeeded({ code }: Ended): boolean {
    return code !== null && this.job.exitCodes.includes(code);
  }

  async #stage(index: number, plan: StagePlan): Promise<Ended> {
    const child = this.#spawn(plan);
    const ended = endOf(child);
    if (child.pid === undefined) {
      const result = await ended;
      this.#note(index, { state: 'failed' });
      return result;
    }
    const leader = identityOf(child.pid);
    this.#note(index, { state: 'running', leader });
    const timer = setInterval(() => this.#look(leader, plan), LOOK_MS);
    const result = await ended;
    clearInterval(timer);
    const { code, signal } = result;
    const state = this.#stopping ? 'stopped' : this.#succeeded(result) ? 'succeeded' : 'failed';
    this.#note(index, { state, code, signal });
    return result;
  }

  /** In a session of its own, with the log as stdout and stderr: a file, which outlives everyone, never a pipe. */
  #spawn({ id, argv, cwd, env }: StagePlan): ChildProcess {
    const [program = '', ...args] = argv;
    const log = openSync(this.#files.log, 'a', 0o600);
    try {
      return spawn(program, args, {
        cwd,
        env: { ...this.job.env, ...env, RB_STAGE: id },
        stdio: ['ignore', log, log],
        detached: true,
        shell: false,
        windowsHide: true,
      });
    } finally {
      closeSync(log);
    }
  }

  /** Whether something asks the job to stop, and how far the stopping is. */
  #look(leader: ProcessIdentity | null, plan: StagePlan): void {
    const asked = readStopFile(this.folder);
    const cause = this.#stopping?.cause ?? (asked || this.#now ? 'cancel' : this.#limit());
    if (cause && !this.#stopping) {
      this.#stopping = new Stopping(cause, plan.stop, this.job.termMs, () => this.#tell());
      this.#tell();
    }
    if (leader) this.#stopping?.advance(leader, this.#now || asked?.mode === 'now');
  }

  #limit(): StopCause | null {
    const { wallTimeMs, logBytes } = this.job;
    if (wallTimeMs !== null && performance.now() - this.#started > wallTimeMs) return 'wall_time';
    const size = statSync(this.#files.log, { throwIfNoEntry: false })?.size ?? 0;
    return size > logBytes ? 'log_limit' : null;
  }

  #note(index: number, change: Partial<StageStatus>): void {
    const stage = this.#stages[index];
    if (stage) this.#stages[index] = { ...stage, ...change };
    this.#tell();
  }

  #tell(): void {
    const file: RunnerFile = {
      runner: this.#self,
      stages: this.#stages,
      stopping: this.#stopping ? { cause: this.#stopping.cause, phase: this.#stopping.phase } : null,
    };
    try {
      writeAtomic(this.#files.runner, JSON.stringify(file));
    } catch (error) {
      // The next change is told again, and the exit says it all.
      complain(error);
    }
  }
}

/** Into the runner's own log, if that can be written. */
function complain(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`);
}

/** How a child ends, or why it did not start. */
async function endOf(child: ChildProcess): Promise<Ended> {
  const failed = new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error: error.message }));
  });
  const exited = once(child, 'exit').then(
    ([code, signal]): Ended => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      error: null,
    }),
    (error: unknown): Ended => ({ code: null, signal: null, error: String(error) }),
  );
  return Promise.race([failed, exited]);
}
