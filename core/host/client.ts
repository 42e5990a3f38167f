import { HostChild, type HostScript } from './child';
import { HostDied, RemoteError } from './errors';
import type { FromHost } from './messages';
import { RESTARTS, Restarts, type RestartPolicy } from './restarts';
import type { MethodMap, ServiceDescription } from './service';

/** How a method is called. */
export interface CallOptions<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((value: Progress) => void) | undefined;
  /** A cancelled call rejects only when the host has stopped working on it, not at once. */
  readonly settle?: boolean;
}

/** The methods of one service, to be called from the parent. */
export interface ServiceClient<M extends MethodMap<M>> {
  call<Name extends keyof M & string>(
    method: Name,
    params: M[Name]['params'],
    options?: CallOptions<M[Name]['progress']>,
  ): Promise<M[Name]['result']>;
}

interface Running {
  readonly child: HostChild;
  readonly progress: ((value: unknown) => void) | null;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Asked {
  readonly service: string;
  readonly method: string;
  readonly params: unknown;
}

/** Milliseconds that a host gets to stop what it is doing. */
const GRACE = 10_000;

/**
 * The parent's side of a host process. It starts with the first call and again after it died, with growing pauses where
 * it keeps dying. Calls in flight at a death reject with {@link HostDied}; idempotent ones are asked once more first.
 */
export class HostClient {
  readonly #restarts: Restarts;
  readonly #running = new Map<number, Running>();
  #child: HostChild | null = null;
  #starting: Promise<HostChild> | null = null;
  #lastId = 0;
  readonly #disposed = new AbortController();

  constructor(
    private readonly script: HostScript,
    restarts: RestartPolicy = RESTARTS,
  ) {
    this.#restarts = new Restarts(restarts);
  }

  /** Process id of the host that runs now; undefined while none does. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * A service of the host. Calls reject with the signal's reason, with {@link RemoteError} where the handler threw, and
   * with {@link HostDied}.
   */
  service<M extends MethodMap<M>>({ name, idempotent }: ServiceDescription<M>): ServiceClient<M> {
    return {
      call: async (method, params, options = {}) => {
        const asked = { service: name, method, params };
        const wide = options as CallOptions<unknown>;
        try {
          return await this.#once(asked, wide);
        } catch (error) {
          const again = error instanceof HostDied && idempotent.includes(method);
          if (!again || options.signal?.aborted || this.#disposed.signal.aborted) throw error;
        }
        return this.#once(asked, wide);
      },
    };
  }

  /** Ends the host: what runs is cancelled and gets some time to stop. Later calls reject. */
  async dispose(grace = GRACE): Promise<void> {
    this.#disposed.abort(new HostDied('the host process was told to end'));
    await this.#child?.stop(grace);
  }

  async #once(asked: Asked, { signal, onProgress, settle }: CallOptions<unknown>): Promise<unknown> {
    signal?.throwIfAborted();
    const child = await this.#ready(signal);
    signal?.throwIfAborted();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        child.send({ kind: 'cancel', id });
        if (!settle) this.#settle(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const finish = (): void => signal?.removeEventListener('abort', cancel);
      this.#running.set(id, {
        child,
        progress: onProgress ?? null,
        resolve: (result) => (finish(), resolve(result)),
        reject: (error) => (finish(), reject(signal?.aborted ? signal.reason : error)),
      });
      child.hold(true);
      child.send({ kind: 'call', id, ...asked });
    });
  }

  /** The host, started if there is none. */
  async #ready(signal: AbortSignal | undefined): Promise<HostChild> {
    this.#disposed.signal.throwIfAborted();
    if (this.#child) return this.#child;
    this.#starting ??= this.#start().finally(() => (this.#starting = null));
    return signal ? raced(this.#starting, signal) : this.#starting;
  }

  async #start(): Promise<HostChild> {
    await pause(this.#restarts.wait(), this.#disposed.signal);
    // Told to end since: a process begun now would be nobody's.
    this.#disposed.signal.throwIfAborted();
    const child: HostChild = new HostChild(this.script, {
      message: (message) => this.#take(message),
      ended: (why) => this.#ended(child, why),
    });
    this.#child = child;
    return child;
  }

  #take(message: FromHost): void {
    if (message.kind === 'progress') {
      this.#running.get(message.id)?.progress?.(message.value);
      return;
    }
    const call = this.#settle(message.id);
    if (message.kind === 'done') call?.resolve(message.result);
    else call?.reject(new RemoteError(message.error));
  }

  #settle(id: number): Running | undefined {
    const call = this.#running.get(id);
    this.#running.delete(id);
    if (call && ![...this.#running.values()].some(({ child }) => child === call.child))
      call.child.hold(false);
    return call;
  }

  #ended(child: HostChild, why: string): void {
    if (this.#child === child) this.#child = null;
    if (!this.#disposed.signal.aborted) this.#restarts.died();
    const own = [...this.#running].filter(([, call]) => call.child === child);
    for (const [id] of own) this.#settle(id)?.reject(new HostDied(`the host process died: ${why}`));
  }
}

/** Waits some milliseconds; rejects with the signal's reason. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (time <= 0) return resolve();
    const stop = (): void => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal.removeEventListener('abort', stop), resolve()), time);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The value of a promise, unless the signal fires first. */
function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
