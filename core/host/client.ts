import { HostChild, type HostScript } from './child';
import { HostDied } from './errors';
import { askedAgain, PendingCalls, type Asked } from './pending-calls';
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

/** Milliseconds that a host gets to stop what it is doing. */
const GRACE = 10_000;

/**
 * The parent's side of a host process. It starts with the first call and again after it died, with growing pauses where
 * it keeps dying. Calls in flight at a death reject with {@link HostDied}; idempotent ones are asked once more first.
 */
export class HostClient {
  readonly #restarts: Restarts;
  readonly #calls = new PendingCalls<HostChild>((child) => child.hold(false));
  #child: HostChild | null = null;
  #starting: Promise<HostChild> | null = null;
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
  service<M extends MethodMap<M>>(description: ServiceDescription<M>): ServiceClient<M> {
    return askedAgain(
      description,
      (asked, options) => this.#once(asked, options),
      () => this.#disposed.signal.aborted,
    );
  }

  /** Ends the host: what runs is cancelled and gets some time to stop. Later calls reject. */
  async dispose(grace = GRACE): Promise<void> {
    this.#disposed.abort(new HostDied('the host process was told to end'));
    await this.#child?.stop(grace);
  }

  async #once(asked: Asked, options: CallOptions<unknown>): Promise<unknown> {
    const { signal } = options;
    signal?.throwIfAborted();
    const child = await this.#ready(signal);
    signal?.throwIfAborted();
    child.hold(true);
    return this.#calls.ask(child, asked, options);
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
      message: (message) => this.#calls.take(message),
      ended: (why) => this.#ended(child, why),
    });
    this.#child = child;
    return child;
  }

  #ended(child: HostChild, why: string): void {
    if (this.#child === child) this.#child = null;
    if (!this.#disposed.signal.aborted) this.#restarts.died();
    this.#calls.lost(child, new HostDied(`the host process died: ${why}`));
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
