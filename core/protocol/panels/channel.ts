/**
 * How a panel's page and the extension talk: typed calls in both directions over one pair of `postMessage`s. Both
 * sides use the same {@link Channel} with the type arguments swapped. Every call is answered, fails, is cancelled or
 * times out; none hangs.
 */

export const CHANNEL_VERSION = 1;

/** Milliseconds without reply or progress after which a call fails. */
export const CALL_TIMEOUT_MS = 30_000;

/** What one call takes, returns, and tells on the way. The types exist only for the compiler. */
export interface Call<Params, Result, Progress = never> {
  readonly params: Params;
  readonly result: Result;
  readonly progress: Progress;
}

/** What a call of a contract takes. */
export type Params<C> = C extends { readonly params: infer P } ? P : never;
type Result<C> = C extends { readonly result: infer R } ? R : never;
type Progress<C> = C extends { readonly progress: infer P } ? P : never;

/** What a handler is given beside the parameters. */
export interface CallContext<P> {
  /** Aborted when the caller no longer wants the result, or is gone. */
  readonly signal: AbortSignal;
  readonly progress: (value: P) => void;
}

/** What answers calls: one function a name. */
export type Handlers<C> = {
  readonly [K in keyof C]: (
    params: Params<C[K]>,
    context: CallContext<Progress<C[K]>>,
  ) => Promise<Result<C[K]>>;
};

export interface CallOptions<P> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (value: P) => void;
  /** Milliseconds without reply or progress; `Infinity` waits as long as the other side lives. */
  readonly timeout?: number;
  /** Gives up earlier calls of the same name: only the latest is wanted. */
  readonly latest?: boolean;
}

/** The other side answered with an error; `user` says whether its message is a sentence for the user. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(
    message: string,
    readonly user: boolean,
  ) {
    super(message);
  }
}

/** The call was given up before an answer came: cancelled, superseded by a later one, or the other side is gone. */
export class CallGivenUp extends Error {
  override readonly name = 'CallGivenUp';
}

/** How an error is put into words for the other side. */
export type Describe = (error: unknown) => { readonly message: string; readonly user: boolean };

type Body =
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string; readonly user: boolean }
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

/**
 * One message. `generation` names the life of the page it belongs to: a page that is hidden is destroyed and later
 * made anew, and what was meant for the old one must not reach the new one.
 */
export type Frame = Body & { readonly v: typeof CHANNEL_VERSION; readonly generation: number };

/** Reads a message from the other side; null for anything that is not ours. */
export function readFrame(data: unknown): Frame | null {
  if (typeof data !== 'object' || data === null) return null;
  const frame = data as Partial<Record<string, unknown>>;
  if (frame['v'] !== CHANNEL_VERSION || typeof frame['generation'] !== 'number') return null;
  if (typeof frame['id'] !== 'number') return null;
  switch (frame['kind']) {
    case 'request':
      return typeof frame['name'] === 'string' ? (data as Frame) : null;
    case 'error':
      return typeof frame['message'] === 'string' ? (data as Frame) : null;
    case 'reply':
    case 'progress':
    case 'cancel':
      return data as Frame;
    default:
      return null;
  }
}

interface Pending {
  readonly name: string;
  readonly give: (error: Error) => void;
  readonly take: (result: unknown) => void;
  readonly progress: (value: unknown) => void;
}

/**
 * One end of the conversation. `In` are the calls this side answers, `Out` those it makes: each an interface of
 * {@link Call}s by name.
 */
export class Channel<In, Out> {
  private readonly pending = new Map<number, Pending>();
  private readonly running = new Map<number, AbortController>();
  private lastId = 0;
  private closed = false;

  constructor(
    private readonly post: (frame: Frame) => void,
    private readonly handlers: Handlers<In>,
    private readonly describe: Describe,
    private life: number,
  ) {}

  get generation(): number {
    return this.life;
  }

  /** Calls the other side. Rejects with {@link CallFailed} or {@link CallGivenUp}. */
  call<K extends keyof Out & string>(
    name: K,
    params: Params<Out[K]>,
    options: CallOptions<Progress<Out[K]>> = {},
  ): Promise<Result<Out[K]>> {
    const { signal, onProgress, timeout = CALL_TIMEOUT_MS, latest = false } = options;
    if (this.closed) return Promise.reject(new CallGivenUp('the panel is closed'));
    if (signal?.aborted) return Promise.reject(new CallGivenUp('cancelled'));
    if (latest) this.giveUp(name, 'a later one took its place');
    const id = ++this.lastId;
    return new Promise<Result<Out[K]>>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.pending.delete(id);
      };
      const give = (error: Error): void => (end(), reject(error));
      const cancel = (): void => {
        this.send({ kind: 'cancel', id });
        give(new CallGivenUp('cancelled'));
      };
      const wait = (): void => {
        clearTimeout(timer);
        if (timeout === Infinity) return;
        timer = setTimeout(() => {
          this.send({ kind: 'cancel', id });
          give(new CallFailed(`No answer came within ${Math.round(timeout / 1000)} seconds.`, true));
        }, timeout);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.pending.set(id, {
        name,
        give,
        take: (result) => (end(), resolve(result as Result<Out[K]>)),
        progress: (value) => {
          wait();
          onProgress?.(value as Progress<Out[K]>);
        },
      });
      wait();
      this.send({ kind: 'request', id, name, params });
    });
  }

  /** Takes a message that came in. Messages of another generation are dropped. */
  receive(data: unknown): void {
    const frame = readFrame(data);
    if (!frame || this.closed || frame.generation !== this.life) return;
    switch (frame.kind) {
      case 'request':
        void this.answer(frame.id, frame.name, frame.params);
        break;
      case 'reply':
        this.pending.get(frame.id)?.take(frame.result);
        break;
      case 'error':
        this.pending.get(frame.id)?.give(new CallFailed(frame.message, frame.user));
        break;
      case 'progress':
        this.pending.get(frame.id)?.progress(frame.value);
        break;
      case 'cancel':
        this.running.get(frame.id)?.abort();
        break;
    }
  }

  /** A new page took the place of the old: whatever the old one asked or was asked is over. */
  renew(generation: number): void {
    this.settleAll('the page was made anew');
    this.life = generation;
  }

  close(): void {
    this.settleAll('the panel is closed');
    this.closed = true;
  }

  private settleAll(why: string): void {
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
    for (const call of [...this.pending.values()]) call.give(new CallGivenUp(why));
  }

  private giveUp(name: string, why: string): void {
    for (const [id, call] of [...this.pending]) {
      if (call.name !== name) continue;
      this.send({ kind: 'cancel', id });
      call.give(new CallGivenUp(why));
    }
  }

  private async answer(id: number, name: string, params: unknown): Promise<void> {
    const generation = this.life;
    const controller = new AbortController();
    const reply = (body: Body): void => {
      if (generation === this.life && !this.closed) this.send(body);
    };
    this.running.set(id, controller);
    try {
      const handler = Object.hasOwn(this.handlers, name) ? this.handlers[name as keyof In] : undefined;
      if (!handler) throw new CallFailed(`There is no call named ${name}.`, false);
      const result = await handler(params as Params<In[keyof In]>, {
        signal: controller.signal,
        progress: (value) => reply({ kind: 'progress', id, value }),
      });
      reply({ kind: 'reply', id, result });
    } catch (error) {
      reply({ kind: 'error', id, ...this.describe(error) });
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }

  private send(body: Body): void {
    if (!this.closed) this.post({ v: CHANNEL_VERSION, generation: this.life, ...body });
  }
}
