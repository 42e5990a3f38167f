import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../../core/protocol/bridge/codes';
import { CONTROL, type EventData } from '../../core/protocol/bridge/events';
import { LIMITS } from '../../core/protocol/bridge/limits';
import type { JobInfo, JobState } from '../../core/protocol/bridge/jobs';
import type { LaunchData } from '../../core/protocol/bridge/messages';
import type { Engine } from '../engines/engine';
import { EventLog } from '../event-log';
import type { BridgeOptions } from '../options';
import type { RecipeBook } from '../recipes';
import { Driver } from './driver';
import { Job } from './job';
import { checkLaunch, newRecord } from './launch';
import { MetricFeed } from './metric-feed';
import { readRecord, type JobRecord } from './record';
import { StageTeller } from './stage-teller';
import { Warnings } from './warnings';

/** Free bytes of the state folder's disk below which nothing is started. */
const LEAST_FREE = 64 * 1024 ** 2;

/** All jobs of a state folder, and the stream that tells of the host. */
export class JobStore {
  readonly control: EventLog;
  readonly #jobs = new Map<string, Job>();
  readonly #drivers = new Map<string, Driver>();
  readonly #keys = new Map<string, Job>();
  #draining = false;

  constructor(
    private readonly options: BridgeOptions,
    private readonly book: RecipeBook,
    private readonly engine: Engine,
    private readonly onError: (error: unknown) => void,
  ) {
    const told = new Map<string, JobState>();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.control = new EventLog(join(options.state, 'control.jsonl'), CONTROL, (event) => {
      if (event.t === 'job.state') told.set(event.d.job, event.d.state);
    });
    for (const id of readdirSync(this.#folder).sort()) {
      const record = readRecord(join(this.#folder, id));
      if (!record) continue;
      const { job, driver } = this.#open(record);
      if (told.get(id) !== job.state) job.announceAgain();
      if (job.isOver) continue;
      driver.adopt();
      this.#drive(job, driver);
    }
  }

  get #folder(): string {
    return join(this.options.state, 'jobs');
  }

  /** Jobs in the order they were launched. */
  all(): Job[] {
    return [...this.#jobs.values()];
  }

  /** Throws `job.unknown`. */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (!job) throw new BridgeError('job.unknown', `no job ${id}`);
    return job;
  }

  /** Whether a job is not over. */
  get isBusy(): boolean {
    return this.all().some((job) => !job.isOver);
  }

  /** One job for one key, however often it is asked for. */
  launch(data: LaunchData): { readonly job: JobInfo; readonly duplicate: boolean } {
    const checked = checkLaunch(this.book, data);
    const known = this.#keys.get(data.launch_key);
    if (known && known.record.spec_hash !== checked.specHash)
      throw new BridgeError('launch.key_conflict', 'this launch key belongs to a job with other parameters');
    if (known) return { job: known.info(), duplicate: true };
    this.#checkRoom(data.queue_if_busy);
    const twin = this.all().find((job) => !job.isOver && job.record.spec_hash === checked.specHash);
    const record = newRecord(this.options, checked);
    mkdirSync(join(this.#folder, record.job), { mode: 0o700 });
    const { job, driver, warnings } = this.#open(record);
    job.begin();
    if (twin) warnings.once(job, 'launch.same_spec_running', `${twin.id} runs with the same parameters`);
    this.#drive(job, driver);
    this.#next();
    return { job: job.info(), duplicate: false };
  }

  /** Asks a job to end. Says whether it was over already. */
  cancel(id: string, mode: 'graceful' | 'now'): { readonly job: JobInfo; readonly already: boolean } {
    const job = this.get(id);
    if (job.isOver) return { job: job.info(), already: true };
    this.#drivers.get(id)?.cancel(mode);
    return { job: job.info(), already: false };
  }

  /** Starts nothing more. */
  drain(message: string): void {
    this.#draining = true;
    this.control.append('bridge.notice', { kind: 'draining', message }, true);
  }

  /** Leaves every job alone and closes the files. */
  close(): void {
    this.#draining = true;
    for (const driver of this.#drivers.values()) driver.stop();
    for (const job of this.#jobs.values()) job.close();
    this.control.close();
  }

  #checkRoom(queue: boolean): void {
    if (this.#draining) throw new BridgeError('launch.busy', 'the bridge is ending', { retryable: true });
    const waiting = this.all().filter(({ state }) => state === 'queued').length;
    if (this.#running() + waiting >= LIMITS.jobs_running && !queue)
      throw new BridgeError(
        'launch.busy',
        `${LIMITS.jobs_running} jobs are running; wait for one, or cancel one`,
        {
          retryable: true,
        },
      );
    if (waiting >= LIMITS.jobs_queued)
      throw new BridgeError('launch.busy', `${waiting} jobs are waiting`, { retryable: true });
    const { bavail, bsize } = statfsSync(this.options.state);
    if (bavail * bsize < LEAST_FREE)
      throw new BridgeError('launch.disk', 'the disk of the state folder is full; make room', {
        retryable: true,
      });
  }

  #running(): number {
    return this.all().filter((job) => !job.isOver && job.state !== 'queued' && job.state !== 'accepted')
      .length;
  }

  #open(record: JobRecord): { job: Job; driver: Driver; warnings: Warnings } {
    const folder = join(this.#folder, record.job);
    const warnings = new Warnings();
    const stages = new StageTeller();
    const total = record.plan.stages.find((stage) => stage.total !== null)?.total ?? null;
    const feed = new MetricFeed(join(folder, 'work'), record.plan.metrics, total);
    const job = new Job(
      folder,
      record,
      (state) => this.#announce(state),
      (event) => {
        for (const each of [feed, warnings, stages]) each.restore(event);
      },
    );
    const driver = new Driver({
      ...{ job, engine: this.engine, feed, warnings, stages, onError: this.onError },
      startWaiting: () => this.#next(),
    });
    this.#jobs.set(record.job, job);
    this.#keys.set(record.launch_key, job);
    return { job, driver, warnings };
  }

  #announce(state: EventData['job.state']): void {
    this.control.append('job.state', state, true);
  }

  #drive(job: Job, driver: Driver): void {
    this.#drivers.set(job.id, driver);
    driver
      .run()
      .then(() => this.#drivers.delete(job.id))
      .catch(this.onError);
  }

  /** Lets waiting jobs begin while there is room, in order. */
  #next(): void {
    if (this.#draining) return;
    for (const job of this.#jobs.values()) {
      if (job.state !== 'accepted' && job.state !== 'queued') continue;
      if (this.#running() < LIMITS.jobs_running) job.become('preparing');
      else if (job.state === 'accepted') job.become('queued');
    }
  }
}
