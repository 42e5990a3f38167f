import type { Server, Socket } from 'node:net';
import { Answers } from '../answers';
import type { ToHost } from '../messages';
import type { Service } from '../service';
import { receiveOver, sendOver } from './frames';

/** Answers the calls of everyone who connects to a local socket. */
export class SocketServer {
  private readonly connections = new Map<Socket, Answers>();

  /** `quiet` is told when the last connection ended, `busy` when the first began. */
  constructor(
    private readonly server: Server,
    private readonly services: readonly Service[],
    private readonly events: { readonly busy: () => void; readonly quiet: () => void },
  ) {
    server.on('connection', (socket) => this.connected(socket));
  }

  /** Takes no more connections, cancels what runs and ends. */
  async close(): Promise<void> {
    this.server.close();
    const reason = new Error('the process is ending');
    await Promise.all([...this.connections.values()].map((answers) => answers.end(reason)));
    for (const socket of this.connections.keys()) socket.destroy();
    await Promise.all(this.services.map((service) => service.close()));
  }

  private connected(socket: Socket): void {
    const answers = new Answers(this.services, (message) => sendOver(socket, message));
    this.connections.set(socket, answers);
    if (this.connections.size === 1) this.events.busy();
    receiveOver(socket, (message) => {
      const told = message as ToHost;
      if (told.kind !== 'stop') answers.take(told);
    });
    // What goes wrong with a connection ends it, and `close` follows.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.connections.delete(socket);
      void answers.end(new Error('the caller is gone'));
      if (this.connections.size === 0) this.events.quiet();
    });
  }
}
