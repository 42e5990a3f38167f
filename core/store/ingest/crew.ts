import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { UsageError } from '../../containers/usage-error';
import type { OpenOptions } from '../../rollouts/rollout-file';
import { MOST_HELD } from '../../rollouts/long-records';
import { CrewMember, WorkerDied, type TaskListener } from './crew-member';
import { FirstTry } from './first-try';
import type { RowBatch, StretchEnd } from './batch';
import type { FileFacts, StretchJob, TextSearch } from './job';
import type { SmallFile } from './small-files';
import type { SearchEnd, Task, TaskResults } from './messages';
import { Turns } from './turns';

/**
 * Worker threads at most: with a fourth, a server and a store that read a gigabyte take more than their 500 MiB, and of four
 * processors one is left to the thread that writes.
 */
const MOST_MEMBERS = 3;

/** Memory of a worker's heap, in megabytes: a record of some ten megabytes and the batches that wait. */
const HEAP_MB = 256;

/** Megabytes of heap for what is new, over all workers: without a limit each keeps 48. */
const YOUNG_MB = 48;

/** Milliseconds without a sign of life after which an expression is taken to have no end. */
const PATIENCE = 5_000;

export interface CrewOptions {
  /** Threads; as many as there are processors, at most 3, when left out. */
  readonly size?: number;
  readonly heapMb?: number;
  readonly patience?: number;
}

/**
 * Worker threads that read, parse and search files. Tasks wait until one is free, in the order in which they were asked
 * for. All methods reject with the signal's reason.
 */
export class Crew {
  readonly size: number;
  readonly #script: string;
  readonly #heap: number;
  readonly #patience: number;
  readonly #members = new Set<CrewMember>();
  readonly #turns = new Turns<CrewMember>();
  readonly #idle: CrewMember[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #closed = new AbortController();

  /** `script` is the bundle of `worker.ts`. */
  constructor(script: string, { size, heapMb = HEAP_MB, patience = PATIENCE }: CrewOptions = {}) {
    this.#script = script;
    this.size = size ?? Math.min(MOST_MEMBERS, availableParallelism());
    this.#heap = heapMb;
    this.#patience = patience;
  }

  /** What a file is. Rejects with a `RemoteError` where it cannot be opened, and with {@link WorkerDied}. */
  facts(path: string, options: OpenOptions, signal: AbortSignal): Promise<FileFacts> {
    return this.#twice({ kind: 'facts', path, options }, {}, signal);
  }

  /**
   * Reads a stretch; `take` gets its batches in order, each once, the next when it resolves. Where the worker dies, another
   * goes on behind the last batch. Where that dies too, long records are taken for too long to be read; where another one
   * dies, the rest is counted and told as a fault of the stretch.
   */
  async read(
    job: StretchJob,
    take: (batch: RowBatch) => Promise<void> | void,
    signal: AbortSignal,
  ): Promise<StretchEnd> {
    const first = new FirstTry(take);
    const listener = { take: (batch: RowBatch) => first.take(batch) };
    const tries = [job, job, withoutLong(job)];
    for (const [number, tried] of tries.entries()) {
      try {
        const task = { kind: 'stretch', job: tried, after: first.after } as const;
        return first.joined(await this.#run(task, listener, signal));
      } catch (error) {
        if (!(error instanceof WorkerDied) || this.#closed.signal.aborted) throw error;
        if (number < tries.length - 1) {
          first.again();
          continue;
        }
        const file = await this.facts(job.path, { ...job.options, name: job.name }, signal);
        const end = await this.#run({ kind: 'count', job, after: first.after }, {}, signal);
        return first.lost(end, file, job, error.message);
      }
    }
    throw new Error('a stretch was tried no time; please report it');
  }

  /** Reads small files whole. Rejects with a {@link WorkerDied}: who asks reads them one by one then. */
  readSmall(jobs: readonly StretchJob[], signal: AbortSignal): Promise<readonly SmallFile[]> {
    return this.#run({ kind: 'small', jobs }, {}, signal);
  }

  /**
   * Looks for a text. `alive` hears from time to time how many rollouts were looked at. Rejects with a `UsageError` where an
   * expression takes without end over one text.
   */
  async search(
    search: TextSearch,
    alive: (searched: number) => void,
    signal: AbortSignal,
  ): Promise<SearchEnd> {
    const member = await this.#member(signal);
    const stuck = new AbortController();
    let timer = setTimeout(() => stuck.abort(), this.#patience);
    const listener: TaskListener = {
      alive: (searched) => {
        clearTimeout(timer);
        timer = setTimeout(() => stuck.abort(), this.#patience);
        alive(searched);
      },
    };
    stuck.signal.addEventListener('abort', () => void member.end(), { once: true });
    try {
      return await member.run({ kind: 'search', search }, listener, signal);
    } catch (error) {
      if (!stuck.signal.aborted) throw error;
      throw new UsageError(
        'the expression takes without end over one of the texts; write it without repetitions inside repetitions',
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      this.#release(member);
    }
  }

  /** Lets go of the files that the idle workers have open. */
  closeFiles(): void {
    for (const member of this.#idle) member.closeFiles();
  }

  /** Ends all workers; what runs rejects. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the store is closing'));
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#members].map((member) => member.end()));
  }

  /** A task without results on the way: done anew where its worker died, once. */
  async #twice<Kind extends Task['kind']>(
    task: Extract<Task, { readonly kind: Kind }>,
    listener: TaskListener,
    signal: AbortSignal,
  ): Promise<TaskResults[Kind]> {
    try {
      return await this.#run(task, listener, signal);
    } catch (error) {
      if (!(error instanceof WorkerDied) || this.#closed.signal.aborted) throw error;
      return this.#run(task, listener, signal);
    }
  }

  async #run<Kind extends Task['kind']>(
    task: Extract<Task, { readonly kind: Kind }>,
    listener: TaskListener,
    signal: AbortSignal,
  ): Promise<TaskResults[Kind]> {
    const member = await this.#member(signal);
    try {
      return await member.run(task, listener, signal);
    } finally {
      this.#release(member);
    }
  }

  /** A worker that is free, hired where there are not enough yet. */
  async #member(signal: AbortSignal): Promise<CrewMember> {
    // All stretches of a set may wait under one signal; Node takes more than ten listeners for a leak.
    setMaxListeners(0, signal);
    for (;;) {
      signal.throwIfAborted();
      this.#closed.signal.throwIfAborted();
      // The one that was free last: it is likely to have the file open.
      const idle = this.#idle.pop();
      if (idle) return idle;
      if (this.#members.size < this.size) return this.#hire();
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const stop = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(wake), 1);
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
        this.#waiting.push(wake);
      });
    }
  }

  #hire(): CrewMember {
    const heap = { old: this.#heap, young: YOUNG_MB / this.size };
    const member = new CrewMember(this.#script, heap, this.#turns, (ended) => {
      this.#members.delete(ended);
      const at = this.#idle.indexOf(ended);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#waiting.shift()?.();
    });
    this.#members.add(member);
    return member;
  }

  #release(member: CrewMember): void {
    if (this.#members.has(member) && !member.dead) this.#idle.push(member);
    this.#waiting.shift()?.();
  }
}

/** The same with records of some megabytes left unread: one of lists and objects takes many times its bytes. */
function withoutLong(job: StretchJob): StretchJob {
  return { ...job, options: { ...job.options, longest: MOST_HELD, sketches: true } };
}
