import type { Socket } from 'node:net';
import type { CallOptions, ServiceClient } from '../client';
import { HostDied, RemoteError } from '../errors';
import type { FromHost, ToHost } from '../messages';
import type { MethodMap, ServiceDescription } from '../service';
import { receiveOver, sendOver } from './frames';

interface Running {
  readonly socket: Socket;
  readonly progress: ((value: unknown) => void) | null;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The caller's side of a process that answers over a local socket, which `connect` finds or starts. A connection that
 * ends rejects what was asked with {@link HostDied}; methods that may be asked again are, once, over a new one.
 */
export class SocketClient {
  private readonly running = new Map<number, Running>();
  private connection: Promise<Socket> | null = null;
  private lastId = 0;
  private disposed = false;

  constructor(private readonly connect: () => Promise<Socket>) {}

  /** A service of the process; calls reject as those of `HostClient` do. */
  service<M extends MethodMap<M>>({ name, idempotent }: ServiceDescription<M>): ServiceClient<M> {
    return {
      call: async (method, params, options = {}) => {
        const wide = options as CallOptions<unknown>;
        try {
          return await this.once({ service: name, method, params }, wide);
        } catch (error) {
          const again = error instanceof HostDied && idempotent.includes(method) && !this.disposed;
          if (!again || options.signal?.aborted) throw error;
        }
        return this.once({ service: name, method, params }, wide);
      },
    };
  }

  /** Ends the connection; the process lives on while others are connected. */
  async dispose(): Promise<void> {
    this.disposed = true;
    const connection = await this.connection?.catch(() => null);
    connection?.destroy();
  }

  private async once(
    asked: { readonly service: string; readonly method: string; readonly params: unknown },
    { signal, onProgress }: CallOptions<unknown>,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const socket = await this.connected();
    signal?.throwIfAborted();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        sendOver(socket, { kind: 'cancel', id } satisfies ToHost);
        this.settle(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const finish = (): void => signal?.removeEventListener('abort', cancel);
      this.running.set(id, {
        socket,
        progress: onProgress ?? null,
        resolve: (result) => (finish(), resolve(result)),
        reject: (error) => (finish(), reject(error)),
      });
      if (socket.destroyed) this.lost(socket);
      else sendOver(socket, { kind: 'call', id, ...asked } satisfies ToHost);
    });
  }

  private connected(): Promise<Socket> {
    if (this.disposed) return Promise.reject(new HostDied('the connection was ended'));
    return (this.connection ??= this.begin());
  }

  private async begin(): Promise<Socket> {
    try {
      const socket = await this.connect();
      receiveOver(socket, (message) => this.take(message as FromHost));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.lost(socket));
      // Nobody stays alive for the sake of this connection alone.
      socket.unref();
      return socket;
    } catch (error) {
      this.connection = null;
      throw error;
    }
  }

  private take(message: FromHost): void {
    if (message.kind === 'progress') {
      this.running.get(message.id)?.progress?.(message.value);
      return;
    }
    const call = this.settle(message.id);
    if (message.kind === 'done') call?.resolve(message.result);
    else call?.reject(new RemoteError(message.error));
  }

  private settle(id: number): Running | undefined {
    const call = this.running.get(id);
    this.running.delete(id);
    return call;
  }

  private lost(socket: Socket): void {
    this.connection = null;
    for (const [id, call] of [...this.running]) {
      if (call.socket === socket) this.settle(id)?.reject(new HostDied('the process that was asked is gone'));
    }
  }
}
