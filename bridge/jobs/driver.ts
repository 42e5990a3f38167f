import { mkdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, mayBecome } from '../../core/protocol/bridge/jobs';
import { writeAtomic } from '../../core/training/files';
import type { Engine, EngineStatus } from '../engines/engine';
import { unstartedHandle } from '../engines/local';
import { runFiles, type JobFile, type RunnerFile } from '../runner/files';
import { runCheck } from './checks';
import { jobEnvironment } from './environment';
import type { Job, Outcome } from './job';
import type { MetricFeed } from './metric-feed';
import { verdictOf, type Verdict } from './verdict';
import type { StageTeller } from './stage-teller';
import type { Warnings } from './warnings';

const TICK_MS = 250;

/** Milliseconds after which a job without output counts as running. */
const RUNNING_MS = 5000;

/** Milliseconds between SIGTERM to the group and SIGKILL; and those a runner gets beyond all phases of a stop. */
const TERM_MS = 30_000;
const OVERTIME_MS = 30_000;

export interface DriverParts {
  readonly job: Job;
  readonly engine: Engine;
  readonly feed: MetricFeed;
  readonly warnings: Warnings;
  readonly stages: StageTeller;
  /** Lets jobs that wait begin, where there is room. */
  readonly startWaiting: () => void;
  /** Told of what goes wrong on the host's side, as a full disk; the step is taken again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Leads one job from accepted to its end. Every step looks at what is there and does what follows, so one that failed
 * is simply taken again, and a restarted bridge goes on where the last one was.
 */
export class Driver {
  readonly #abort = new AbortController();
  #stopped = false;
  #startedAt = performance.now();
  #stoppingAt: number | null = null;
  /** What was asked, and what the engine was told of it. */
  #asked: 'graceful' | 'now' | null;
  #passed: 'graceful' | 'now' | null = null;

  constructor(private readonly parts: DriverParts) {
    this.#asked = parts.job.record.cancel;
  }

  /** Runs until the job is over or {@link stop}. */
  async run(): Promise<void> {
    while (!this.#stopped && !this.parts.job.isOver) {
      try {
        await this.#step();
      } catch (error) {
        this.parts.onError(error);
      }
      if (!this.parts.job.isOver) await sleep(TICK_MS);
    }
  }

  /** Leaves the job alone: it goes on without the bridge. */
  stop(): void {
    this.#stopped = true;
  }

  /** Asks for the end; `now` without grace. May be called again. What cannot be written now is written later. */
  cancel(mode: 'graceful' | 'now'): void {
    const { job } = this.parts;
    if (this.#asked !== 'now') this.#asked = mode;
    if (job.state === 'preparing') this.#abort.abort();
    try {
      this.#carryOutCancel();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /** What a restarted bridge does first with a job that was not over. */
  adopt(): void {
    const { job } = this.parts;
    if (job.state === 'queued') return;
    if (job.state === 'accepted' || job.state === 'preparing') {
      job.become('lost', {
        reason: 'not_started',
        message: 'the bridge ended before the job was started; start it again',
      });
    } else if (job.state !== 'adopting') job.become('adopting');
  }

  async #step(): Promise<void> {
    const { job } = this.parts;
    if (job.state !== 'preparing') this.#carryOutCancel();
    if (job.isOver) return;
    if (job.state === 'preparing') await this.#prepare();
    else if (job.state === 'accepted' || job.state === 'queued') this.parts.startWaiting();
    else await this.#watch();
  }

  async #prepare(): Promise<void> {
    const { job, engine } = this.parts;
    const { plan } = job.record;
    const { run, work } = job.files;
    for (const folder of [run, work]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const env = jobEnvironment(process.env, job.id);
    for (const check of plan.checks) {
      const log = runFiles(run).log;
      const fault = this.#cancelled
        ? null
        : await runCheck(check, { env, cwd: work, log }, this.#abort.signal);
      if (this.#cancelled) break;
      if (fault !== null) return job.become('failed', { reason: 'spawn_failed', message: fault });
    }
    if (this.#cancelled) return job.become('cancelled', { reason: 'user' });
    const file: JobFile = {
      job: job.id,
      stages: plan.stages,
      env,
      exitCodes: plan.exitCodes,
      wallTimeMs: plan.wallTimeMs,
      logBytes: plan.logBytes,
      termMs: TERM_MS,
    };
    writeAtomic(runFiles(run).job, JSON.stringify(file));
    job.become('starting');
    const handle = engine.submit(run, file);
    if (!handle.runner)
      return job.become('failed', { reason: 'spawn_failed', message: 'no process could be started' });
    job.update({ handle });
    this.#startedAt = performance.now();
  }

  get #cancelled(): boolean {
    return this.#asked !== null;
  }

  get #handle() {
    const { job } = this.parts;
    return job.record.handle ?? unstartedHandle(job.files.run);
  }

  async #watch(): Promise<void> {
    const { job, engine, feed, warnings, stages } = this.parts;
    const status = engine.status(job.id, this.#handle);
    if (status.runner) stages.tell(job, status.runner);
    if (status.kind === 'exited') return this.#finish(status);
    if (status.kind === 'gone') return this.#gone(status);
    if (job.state === 'starting' && this.#hasBegun()) job.become('running');
    if (job.state === 'adopting') job.become(this.#cancelled ? 'stopping' : 'running');
    this.#tellStopping(status.runner);
    feed.poll(job, warnings, false);
    await this.#endOvertime();
  }

  /** The processes first: a full disk must not keep them alive. */
  #carryOutCancel(): void {
    const { job, engine } = this.parts;
    const asked = this.#asked;
    if (asked === null) return;
    const isStarted = !['accepted', 'queued', 'preparing'].includes(job.state);
    if (isStarted && this.#passed !== asked) {
      engine.cancel(this.#handle, asked);
      this.#passed = asked;
    }
    if (job.record.cancel !== asked) job.update({ cancel: asked, cancel_requested: true });
    if (job.state === 'accepted' || job.state === 'queued') job.become('cancelled', { reason: 'user' });
    else if (job.state !== 'adopting' && mayBecome(job.state, 'stopping'))
      job.become('stopping', { reason: 'user' });
  }

  /** A runner stops a job by itself when it reaches a limit. */
  #tellStopping(runner: RunnerFile | null): void {
    const { job } = this.parts;
    if (!runner?.stopping || job.state === 'stopping' || !mayBecome(job.state, 'stopping')) return;
    job.become('stopping', { reason: runner.stopping.cause === 'log_limit' ? 'log_limit' : 'wall_time' });
  }

  #hasBegun(): boolean {
    if (performance.now() - this.#startedAt > RUNNING_MS) return true;
    const log = runFiles(this.parts.job.files.run).log;
    return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  /** A runner that does not come to an end, because it hangs itself, is killed with all that is the job's. */
  async #endOvertime(): Promise<void> {
    const { job, engine } = this.parts;
    if (job.state !== 'stopping') return;
    this.#stoppingAt ??= performance.now();
    const grace =
      job.record.cancel === 'now'
        ? 0
        : Math.max(...job.record.plan.stages.map(({ stop }) => stop.graceMs)) + TERM_MS;
    if (performance.now() - this.#stoppingAt > grace + OVERTIME_MS)
      await engine.cleanup(job.id, this.#handle);
  }

  #finish({ exit }: EngineStatus & { readonly kind: 'exited' }): void {
    const { job, feed, warnings } = this.parts;
    feed.poll(job, warnings, true);
    if (exit.left.length > 0)
      warnings.once(job, 'job.orphans', `processes that could not be killed: ${exit.left.join(', ')}`);
    this.#end(verdictOf(job, exit));
  }

  /** Neither an exit nor a runner: what is left is killed, and only then the job is over. */
  async #gone({ rebooted }: EngineStatus & { readonly kind: 'gone' }): Promise<void> {
    const { job, engine, feed, warnings } = this.parts;
    const killed = rebooted ? 0 : await engine.cleanup(job.id, this.#handle);
    feed.poll(job, warnings, true);
    if (this.#cancelled) return this.#end({ state: 'cancelled', reason: 'user' });
    if (rebooted)
      return this.#end({ state: 'lost', reason: 'engine_lost', message: 'the host was restarted' });
    if (killed > 0) {
      const message = `its runner was killed; ${killed} processes that it left were ended`;
      return this.#end({ state: 'failed', reason: 'adopted_gone', message });
    }
    const reason = job.record.handle === null ? 'not_started' : 'engine_lost';
    this.#end({
      state: 'lost',
      reason,
      message: 'its processes are gone and left no word of how they ended',
    });
  }

  /** Goes to the end, through the states between. */
  #end({ state, ...outcome }: Verdict): void {
    const { job } = this.parts;
    if (job.state === 'starting' && !mayBecome('starting', state)) job.become('running');
    if (state === 'cancelled' && job.state === 'running') job.become('stopping', { reason: 'user' });
    if (!isTerminal(job.state)) job.become(state, outcome satisfies Outcome);
  }
}
