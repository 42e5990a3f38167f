import { Worker } from 'node:worker_threads';
import { RemoteError } from '../../host/errors';
import type { RowBatch } from './batch';
import type { Turns } from './turns';
import type { FromWorker, Task, TaskResults, ToWorker } from './messages';

/** A worker ended while it was at work. The message says how. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** Milliseconds that a worker gets to leave a task that was given up. */
const GRACE = 5_000;

/** What a task brings before it ends. */
export interface TaskListener {
  /** Batches come one after the other: the next once this resolves. Where it rejects, the task is given up. */
  take?(batch: RowBatch): Promise<void> | void;
  alive?(searched: number): void;
}

/** Megabytes of a worker's heap: for what lasts, and for what is new. */
export interface WorkerHeap {
  readonly old: number;
  readonly young: number;
}

interface Running {
  readonly id: number;
  readonly listener: TaskListener;
  /** Resolves when every batch that came is taken in. */
  taking: Promise<void>;
  readonly resolve: (result: TaskResults[Task['kind']]) => void;
  readonly reject: (error: unknown) => void;
}

/** One worker thread, which does one task at a time. */
export class CrewMember {
  readonly #worker: Worker;
  #running: Running | null = null;
  #lastId = 0;
  #dead: WorkerDied | null = null;

  /** `turns` are those to read a long record, shared by a crew; `ended` is told once the thread is gone. */
  constructor(
    script: string,
    { old, young }: WorkerHeap,
    private readonly turns: Turns<CrewMember>,
    ended: (member: CrewMember) => void,
  ) {
    const resourceLimits = { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young };
    this.#worker = new Worker(script, { resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#die(error.message));
    this.#worker.on('exit', (code) => {
      this.#die(`it ended with code ${code}`);
      turns.leave(this);
      ended(this);
    });
  }

  get dead(): boolean {
    return this.#dead !== null;
  }

  /**
   * Runs a task to its end; the caller lets one end before the next. Rejects with the signal's reason once the worker has
   * let go of the task, with {@link WorkerDied}, with what `take` rejected with, and with {@link RemoteError}.
   */
  async run<Kind extends Task['kind']>(
    task: Extract<Task, { readonly kind: Kind }>,
    listener: TaskListener,
    signal: AbortSignal,
  ): Promise<TaskResults[Kind]> {
    signal.throwIfAborted();
    if (this.#dead) throw this.#dead;
    const id = ++this.#lastId;
    let grace: NodeJS.Timeout | null = null;
    const giveUp = (): void => {
      this.#tell({ kind: 'cancel', id });
      grace ??= setTimeout(() => void this.end(), GRACE);
    };
    const refusal = new Refusal(listener, giveUp);
    const done = new Promise<TaskResults[Task['kind']]>((resolve, reject) => {
      const taking = Promise.resolve();
      this.#running = { id, listener: refusal, taking, resolve, reject };
    });
    signal.addEventListener('abort', giveUp, { once: true });
    this.#worker.ref();
    this.#tell({ kind: 'task', id, task });
    try {
      // The kind of the result is that of the task.
      const result = (await done) as TaskResults[Kind];
      await this.#running?.taking;
      refusal.rethrow();
      return result;
    } catch (error) {
      await this.#running?.taking;
      refusal.rethrow();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      if (grace !== null) clearTimeout(grace);
      this.#running = null;
      this.#worker.unref();
    }
  }

  /** Lets go of the files that it has open. */
  closeFiles(): void {
    this.#tell({ kind: 'close' });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'long') return this.turns.ask(this, () => this.#tell({ kind: 'turn' }));
    if (message.kind === 'short') return this.turns.leave(this);
    const running = this.#running;
    if (running?.id !== message.id) return;
    switch (message.kind) {
      case 'batch': {
        const { id, listener } = running;
        running.taking = running.taking
          .then(() => listener.take?.(message.batch))
          .then(() => this.#tell({ kind: 'taken', id }));
        break;
      }
      case 'alive':
        running.listener.alive?.(message.searched);
        break;
      case 'done':
        running.resolve(message.result);
        break;
      case 'failed':
        running.reject(new RemoteError(message.error));
        break;
    }
  }

  #die(why: string): void {
    this.#dead ??= new WorkerDied(`a thread that reads rollouts died: ${why}`);
    this.#running?.reject(this.#dead);
  }
}

/** A listener whose `take` never rejects: what it would reject with is kept, and later batches are left aside. */
class Refusal implements TaskListener {
  #refused: { readonly error: unknown } | null = null;

  constructor(
    private readonly listener: TaskListener,
    private readonly giveUp: () => void,
  ) {}

  async take(batch: RowBatch): Promise<void> {
    if (this.#refused) return;
    try {
      await this.listener.take?.(batch);
    } catch (error) {
      this.#refused = { error };
      this.giveUp();
    }
  }

  alive(searched: number): void {
    this.listener.alive?.(searched);
  }

  rethrow(): void {
    if (this.#refused) throw this.#refused.error;
  }
}
