import { Worker } from 'node:worker_threads';
import { messageOf } from '../../core/message-of';
import type { Batch, FromWorker, Job, ToWorker } from './messages';

/** Memory of the worker's heap, in megabytes. */
const HEAP_MB = 768;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A job before it is numbered. */
export type JobRequest = WithoutId<Job>;

/** A worker ended while it ran a job, whose own fault that may be or that of another. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

interface Running {
  readonly worker: Worker;
  readonly batch: (batch: Batch) => void;
  readonly resolve: (end: JobResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a job that came to its end says. */
export interface JobResult {
  readonly capped: boolean;
}

/** Takes what a job brings. */
export type TakeBatch = (batch: Batch) => void;

/** Runs jobs in one worker thread, which starts with the first job and again after it died. */
export class WorkerClient {
  private worker: Worker | null = null;
  private readonly workers = new Set<Worker>();
  private readonly running = new Map<number, Running>();
  private lastId = 0;
  private stopped = false;

  constructor(private readonly script: string) {}

  /**
   * Runs a job; batches come until it resolves. Where the worker dies the job starts over once, in a worker of its
   * own, so that it shares no other job's fate; `begin` makes a fresh taker for each start. Rejects when the signal
   * fires or the worker cannot do it.
   */
  async run(request: JobRequest, begin: () => TakeBatch, signal: AbortSignal): Promise<JobResult> {
    signal.throwIfAborted();
    try {
      return await this.start(request, begin(), signal, (this.worker ??= this.hire()));
    } catch (error) {
      if (!(error instanceof WorkerDied) || signal.aborted || this.stopped) throw error;
    }
    const own = this.hire();
    try {
      return await this.start(request, begin(), signal, own);
    } finally {
      await own.terminate();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.worker = null;
    await Promise.all([...this.workers].map((worker) => worker.terminate()));
  }

  private start(
    request: JobRequest,
    batch: TakeBatch,
    signal: AbortSignal,
    worker: Worker,
  ): Promise<JobResult> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        worker.postMessage({ kind: 'cancel', id } satisfies ToWorker);
        this.settle(id)?.reject(signal.reason);
      };
      signal.addEventListener('abort', cancel, { once: true });
      const finish = (): void => signal.removeEventListener('abort', cancel);
      this.running.set(id, {
        worker,
        batch,
        resolve: (end) => (finish(), resolve(end)),
        reject: (error) => (finish(), reject(error)),
      });
      worker.postMessage({ ...request, id } satisfies ToWorker);
    });
  }

  private hire(): Worker {
    const worker = new Worker(this.script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    worker.unref();
    this.workers.add(worker);
    worker.on('message', (message: FromWorker) => this.take(message));
    worker.on('error', (error) => this.died(worker, messageOf(error), error));
    worker.on('exit', (code) => {
      this.workers.delete(worker);
      this.died(worker, `it ended with code ${code}`);
    });
    return worker;
  }

  private take(message: FromWorker): void {
    if (message.kind !== 'end') {
      this.running.get(message.id)?.batch(message);
      return;
    }
    const job = this.settle(message.id);
    if (message.failed === null) job?.resolve({ capped: message.capped });
    else job?.reject(new Error(message.failed));
  }

  private settle(id: number): Running | undefined {
    const job = this.running.get(id);
    this.running.delete(id);
    return job;
  }

  /** Gives up the jobs of one worker; those of others, hired since, are none of its business. */
  private died(worker: Worker, why: string, cause?: unknown): void {
    if (this.worker === worker) this.worker = null;
    const own = [...this.running].filter(([, job]) => job.worker === worker);
    for (const [id] of own) {
      this.settle(id)?.reject(new WorkerDied(`the worker that reads whole files died: ${why}`, { cause }));
    }
  }
}
