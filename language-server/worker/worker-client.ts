import { Worker } from 'node:worker_threads';
import type { Batch, FromWorker, Job, ToWorker } from './messages';

/** Memory of the worker's heap, in megabytes. */
const HEAP_MB = 768;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A job before it is numbered. */
export type JobRequest = WithoutId<Job>;

interface Running {
  readonly batch: (batch: Batch) => void;
  readonly resolve: (end: { readonly capped: boolean }) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs jobs in one worker thread, which starts with the first job and again after it died. */
export class WorkerClient {
  private worker: Worker | null = null;
  private readonly running = new Map<number, Running>();
  private lastId = 0;

  constructor(private readonly script: string) {}

  /** Runs a job; batches come until it resolves. Rejects when the signal fires or the worker cannot do it. */
  run(
    request: JobRequest,
    batch: (batch: Batch) => void,
    signal: AbortSignal,
  ): Promise<{ readonly capped: boolean }> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = (this.worker ??= this.start());
      const cancel = (): void => {
        worker.postMessage({ kind: 'cancel', id } satisfies ToWorker);
        this.settle(id)?.reject(signal.reason);
      };
      signal.addEventListener('abort', cancel, { once: true });
      const finish = (): void => signal.removeEventListener('abort', cancel);
      this.running.set(id, {
        batch,
        resolve: (end) => (finish(), resolve(end)),
        reject: (error) => (finish(), reject(error)),
      });
      worker.postMessage({ ...request, id } satisfies ToWorker);
    });
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    worker.unref();
    worker.on('message', (message: FromWorker) => this.take(message));
    worker.on('error', (error) => this.died(worker, error));
    worker.on('exit', (code) => this.died(worker, new Error(`the worker ended with code ${code}`)));
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

  private died(worker: Worker, error: unknown): void {
    if (this.worker === worker) this.worker = null;
    for (const id of [...this.running.keys()]) this.settle(id)?.reject(error);
  }
}
