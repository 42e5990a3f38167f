import type { JobInfo, ParameterValue } from '../../../core/protocol/bridge/jobs';
import { isTerminal } from '../../../core/protocol/bridge/jobs';
import type { StreamEvent } from '../../../core/protocol/bridge/events';
import { BridgeClient, newLaunchKey, type ClientOptions } from '../../../core/training/client/bridge-client';
import type { BridgeAddress } from '../../../core/training/client/socket';
import { emptyJobView, reduceJob, type JobView } from '../../../core/training/job-view';
import { until } from './bridge';

/** The product's client with everything it heard. */
export class TestClient {
  readonly events: StreamEvent[] = [];
  readonly errors: Error[] = [];
  readonly views = new Map<string, JobView>();
  readonly client: BridgeClient;
  connections = 0;

  constructor(address: BridgeAddress | (() => Promise<BridgeAddress>), options: Partial<ClientOptions> = {}) {
    this.client = new BridgeClient({
      address: typeof address === 'function' ? address : () => Promise.resolve(address),
      version: 'test',
      clientId: 'test',
      onEvent: (event) => this.#take(event),
      onError: (error) => void this.errors.push(error),
      // Tests wait for nothing.
      random: () => 0.02,
      ...options,
      onStatus: (status) => {
        if (status.kind === 'connected') this.connections++;
        options.onStatus?.(status);
      },
    });
  }

  #take(event: StreamEvent): void {
    this.events.push(event);
    const job = event.s.startsWith('job:') ? event.s.slice(4) : null;
    if (job !== null) this.views.set(job, reduceJob(this.view(job), event));
  }

  view(job: string): JobView {
    return this.views.get(job) ?? emptyJobView(job);
  }

  async connected(): Promise<this> {
    await until('connected', () => this.client.status.kind === 'connected');
    return this;
  }

  async launch(
    params: Record<string, ParameterValue> = {},
    more: { key?: string; recipe?: string; queue?: boolean } = {},
  ): Promise<JobInfo> {
    const { job } = await this.client.request('job.launch', {
      launch_key: more.key ?? newLaunchKey(),
      recipe: more.recipe ?? 'trainer',
      recipe_digest: null,
      params,
      engine: 'local',
      name: null,
      tags: [],
      notes: null,
      queue_if_busy: more.queue ?? true,
    });
    this.client.subscribe(job.job);
    return job;
  }

  async state(job: string, state: JobView['state'], ms = 30_000): Promise<void> {
    await until(`${job} is ${state}`, () => this.view(job).state === state, ms).catch((error: unknown) => {
      const { state: now, reason, message } = this.view(job);
      throw new Error(`${String(error)}; it is ${now} (${String(reason)}: ${String(message)})`);
    });
  }

  /** Waits for the end and returns what the events say. */
  async end(job: string, ms = 40_000): Promise<JobView> {
    await until(`${job} is over`, () => isTerminal(this.view(job).state), ms).catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${this.view(job).state}`);
    });
    return this.view(job);
  }
}
