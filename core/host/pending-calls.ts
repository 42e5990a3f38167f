import { HostDied, RemoteError } from './errors';
import type { CallOptions, ServiceClient } from './client';
import type { FromHost, ToHost } from './messages';
import type { MethodMap, ServiceDescription } from './service';

/** What is asked of which service. */
export interface Asked {
  readonly service: string;
  readonly method: string;
  readonly params: unknown;
}

/** One life of a connection to whoever answers. */
interface Link {
  readonly send: (message: ToHost) => void;
}

interface Running<L> {
  readonly link: L;
  readonly progress: ((value: unknown) => void) | null;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one caller that are not answered yet, over one connection after the other. */
export class PendingCalls<L extends Link> {
  readonly #running = new Map<number, Running<L>>();
  #lastId = 0;

  /** `idle` is told of a connection over which nothing is asked any more. */
  constructor(private readonly idle: (link: L) => void = () => undefined) {}

  /** Asks over a connection; resolves and rejects as {@link ServiceClient} says. */
  ask(link: L, asked: Asked, { signal, onProgress, settle }: CallOptions<unknown>): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        link.send({ kind: 'cancel', id });
        if (!settle) this.#settle(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const finish = (): void => signal?.removeEventListener('abort', cancel);
      this.#running.set(id, {
        link,
        progress: onProgress ?? null,
        resolve: (result) => (finish(), resolve(result)),
        reject: (error) => (finish(), reject(signal?.aborted ? signal.reason : error)),
      });
      link.send({ kind: 'call', id, ...asked });
    });
  }

  /** Takes what came over a connection. */
  take(message: FromHost): void {
    if (message.kind === 'progress') {
      this.#running.get(message.id)?.progress?.(message.value);
      return;
    }
    const call = this.#settle(message.id);
    if (message.kind === 'done') call?.resolve(message.result);
    else call?.reject(new RemoteError(message.error));
  }

  /** A connection is no more: what was asked over it rejects. */
  lost(link: L, error: HostDied): void {
    const own = [...this.#running].filter(([, call]) => call.link === link);
    for (const [id] of own) this.#settle(id)?.reject(error);
  }

  #settle(id: number): Running<L> | undefined {
    const call = this.#running.get(id);
    this.#running.delete(id);
    if (call && ![...this.#running.values()].some(({ link }) => link === call.link)) this.idle(call.link);
    return call;
  }
}

/**
 * A service that is asked by `once`. Methods that may be asked again are, one time, where whoever answers dies and the
 * caller is not `disposed` of.
 */
export function askedAgain<M extends MethodMap<M>>(
  { name, idempotent }: ServiceDescription<M>,
  once: (asked: Asked, options: CallOptions<unknown>) => Promise<unknown>,
  disposed: () => boolean,
): ServiceClient<M> {
  return {
    call: async (method, params, options = {}) => {
      const asked = { service: name, method, params };
      const wide = options as CallOptions<unknown>;
      try {
        return await once(asked, wide);
      } catch (error) {
        const again = error instanceof HostDied && idempotent.includes(method);
        if (!again || options.signal?.aborted || disposed()) throw error;
      }
      return once(asked, wide);
    },
  };
}
