import type { Socket } from 'node:net';
import type { CallOptions, ServiceClient } from '../client';
import { HostDied } from '../errors';
import type { FromHost, ToHost } from '../messages';
import { askedAgain, PendingCalls, type Asked } from '../pending-calls';
import type { MethodMap, ServiceDescription } from '../service';
import { receiveOver, sendOver } from './frames';

/** One connection, and how messages go over it. */
interface Link {
  readonly socket: Socket;
  readonly send: (message: ToHost) => void;
}

/**
 * The caller's side of a process that answers over a local socket, which `connect` finds or starts. A connection that
 * ends rejects what was asked with {@link HostDied}; methods that may be asked again are, once, over a new one.
 */
export class SocketClient {
  private readonly calls = new PendingCalls<Link>();
  private connection: Promise<Link> | null = null;
  /** The connection in use, once there is one. */
  private current: Link | null = null;
  private disposed = false;

  constructor(private readonly connect: () => Promise<Socket>) {}

  /** A service of the process; calls reject as those of `HostClient` do. */
  service<M extends MethodMap<M>>(description: ServiceDescription<M>): ServiceClient<M> {
    return askedAgain(
      description,
      (asked, options) => this.once(asked, options),
      () => this.disposed,
    );
  }

  /** Ends the connection; the process lives on while others are connected. */
  async dispose(): Promise<void> {
    this.disposed = true;
    const link = await this.connection?.catch(() => null);
    link?.socket.destroy();
  }

  private async once(asked: Asked, options: CallOptions<unknown>): Promise<unknown> {
    const { signal } = options;
    signal?.throwIfAborted();
    const link = await this.connected();
    signal?.throwIfAborted();
    const answer = this.calls.ask(link, asked, options);
    if (link.socket.destroyed) this.lost(link);
    return answer;
  }

  private connected(): Promise<Link> {
    if (this.disposed) return Promise.reject(new HostDied('the connection was ended'));
    return (this.connection ??= this.begin());
  }

  private async begin(): Promise<Link> {
    try {
      const socket = await this.connect();
      const link = { socket, send: (message: ToHost) => sendOver(socket, message) };
      receiveOver(socket, (message) => this.calls.take(message as FromHost));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.lost(link));
      // Nobody stays alive for the sake of this connection alone.
      socket.unref();
      this.current = link;
      return link;
    } catch (error) {
      this.connection = null;
      throw error;
    }
  }

  private lost(link: Link): void {
    // Another one may be in use already, or on its way.
    if (this.current === link) this.connection = this.current = null;
    this.calls.lost(link, new HostDied('the process that was asked is gone'));
  }
}
