import * as vscode from 'vscode';
import { jobStream, type StreamEvent } from '../../core/protocol/bridge/events';
import { isTerminal } from '../../core/protocol/bridge/jobs';
import { LIMITS } from '../../core/protocol/bridge/limits';
import type { Reply, RequestData, RequestType } from '../../core/protocol/bridge/messages';
import type { Connection } from '../../core/protocol/panels/training';
import { BridgeClient, type ClientStatus } from '../../core/training/client/bridge-client';
import type { LogChunk } from '../../core/training/client/log-reader';
import { emptyJobView, reduceJob, type JobView } from '../../core/training/job-view';
import { ensureBridge } from '../../core/training/local-bridge';
import type { BridgeLink, LinkOptions, OpenLog } from './link';
import { SeenJobs } from './seen-jobs';

/** Finds the bridge or starts it, and connects. */
export async function openLink(options: LinkOptions): Promise<BridgeLink> {
  const address = () => ensureBridge({ state: options.state, program: options.program });
  // A bridge that cannot be started will not be the next time either: that is said at once.
  await address();
  return new LiveLink(options, address);
}

/** Views of jobs are made from their first event on in every window: they are whole, and nothing is in them twice. */
class LiveLink implements BridgeLink {
  private readonly connectionEmitter = new vscode.EventEmitter<Connection>();
  private readonly jobEmitter = new vscode.EventEmitter<string>();
  private readonly endEmitter = new vscode.EventEmitter<JobView>();
  private readonly views = new Map<string, JobView>();
  private readonly histories = new Map<string, number>();
  private readonly watchers = new Map<string, number>();
  private readonly seen: SeenJobs;
  private readonly client: BridgeClient;
  private current: Connection = { kind: 'connecting', why: '' };
  private connected = false;

  readonly onDidChangeConnection = this.connectionEmitter.event;
  readonly onDidChangeJob = this.jobEmitter.event;
  readonly onDidEnd = this.endEmitter.event;

  constructor(
    private readonly options: LinkOptions,
    address: () => ReturnType<typeof ensureBridge>,
  ) {
    this.seen = new SeenJobs(options.seen, options.onSeen);
    this.client = new BridgeClient({
      address,
      version: options.version,
      clientId: options.clientId,
      onEvent: (event) => this.take(event),
      onReset: (stream) => this.reset(stream),
      onStatus: (status) => this.status(status),
      onError: options.onError,
    });
  }

  get connection(): Connection {
    return this.current;
  }

  get tracked(): readonly string[] {
    return this.seen.jobs;
  }

  request<T extends RequestType>(type: T, data: RequestData<T>): Promise<Reply<T>> {
    return this.client.request(type, data);
  }

  view(job: string): JobView {
    return this.views.get(job) ?? emptyJobView(job);
  }

  history(job: string): number {
    return this.histories.get(job) ?? 0;
  }

  watch(job: string): vscode.Disposable {
    this.count(job, 1);
    let over = false;
    return new vscode.Disposable(() => {
      if (!over) this.count(job, -1);
      over = true;
    });
  }

  track(job: string): void {
    if (isTerminal(this.view(job).state) || this.seen.jobs.includes(job)) return;
    this.seen.add(job, this.view(job).seq);
    this.count(job, 1);
  }

  openLog(job: string, offset: number): OpenLog {
    return this.client.openLog(job, { offset, generation: null }, { lossy: true });
  }

  readLog(job: string, offset: number, length: number): OpenLog {
    return this.client.readLog(job, offset, length);
  }

  async *readTail(job: string, most: number): AsyncGenerator<LogChunk> {
    const { size } = await this.request('log.read', { job, file: 'log', offset: 0, length: 1 });
    for (let at = Math.max(0, size - most); at < size; at += LIMITS.read_range)
      yield* this.readLog(job, at, Math.min(LIMITS.read_range, size - at));
  }

  dispose(): void {
    this.seen.save();
    this.client.close();
    for (const emitter of [this.connectionEmitter, this.jobEmitter, this.endEmitter]) emitter.dispose();
  }

  private count(job: string, by: 1 | -1): void {
    const before = this.watchers.get(job) ?? 0;
    const count = before + by;
    this.watchers.set(job, count);
    if (before === 0 && count === 1) this.client.subscribe(job);
    if (count === 0) this.client.unsubscribe(job);
  }

  private take(event: StreamEvent): void {
    const job = [...this.watchers.keys()].find((each) => event.s === jobStream(each));
    if (job === undefined) return;
    const view = reduceJob(this.view(job), event);
    this.views.set(job, view);
    const isNews = this.seen.processed(job, event.q);
    const isEnd = event.t === 'job.state' && isTerminal(view.state) && this.seen.jobs.includes(job);
    if (isEnd) {
      this.seen.remove(job);
      this.count(job, -1);
    }
    this.jobEmitter.fire(job);
    if (isEnd && isNews) this.endEmitter.fire(view);
  }

  private reset(stream: string): void {
    const job = [...this.watchers.keys()].find((each) => stream === jobStream(each));
    if (job === undefined) return;
    this.views.delete(job);
    this.histories.set(job, this.history(job) + 1);
    this.jobEmitter.fire(job);
  }

  /** Jobs whose folders were deleted will never tell of an end. */
  private async forgetGone(jobs: readonly string[]): Promise<void> {
    const { jobs: there } = await this.client.request('job.list', {});
    for (const job of jobs) {
      if (there.some((each) => each.job === job) || !this.seen.jobs.includes(job)) continue;
      this.seen.remove(job);
      this.count(job, -1);
      this.jobEmitter.fire(job);
    }
  }

  private status(status: ClientStatus): void {
    if (status.kind === 'connected') {
      this.connected = true;
      const jobs = this.seen.open(status.welcome.host_id);
      for (const job of jobs) this.count(job, 1);
      if (jobs.length > 0) this.forgetGone(jobs).catch(this.options.onError);
    }
    this.current = connectionOf(status, this.connected);
    this.connectionEmitter.fire(this.current);
  }
}

function connectionOf(status: ClientStatus, before: boolean): Connection {
  switch (status.kind) {
    case 'connected':
      return { kind: 'connected', why: '' };
    case 'refused':
      return { kind: 'refused', why: status.why };
    case 'waiting':
      return { kind: before ? 'reconnecting' : 'connecting', why: status.why };
    case 'connecting':
    case 'closed':
      return { kind: before ? 'reconnecting' : 'connecting', why: '' };
  }
}
