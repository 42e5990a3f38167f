import WebSocket, { type ClientOptions } from 'ws';
import { SUBPROTOCOL } from '../../../core/protocol/bridge/limits';
import type { BridgeAddress } from '../../../core/training/client/socket';
import { until } from './bridge';

/** What a frame says. */
export interface Frame {
  readonly t: string;
  readonly re?: string;
  readonly q?: number;
  readonly d: Record<string, unknown>;
}

/** A bare websocket, to say what the product's client never would. */
export class RawClient {
  readonly frames: Frame[] = [];
  closed: number | null = null;
  readonly socket: WebSocket;

  constructor(address: BridgeAddress) {
    this.socket = new WebSocket(`${address.url}/v1/ws`, SUBPROTOCOL, {
      headers: { authorization: `Bearer ${address.token}` },
    });
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data, isBinary) => {
      if (!isBinary) this.frames.push(JSON.parse((data as Buffer).toString('utf8')) as Frame);
    });
    this.socket.on('close', (code) => {
      this.closed = code;
    });
  }

  async open(): Promise<this> {
    await until('open', () => this.socket.readyState === WebSocket.OPEN);
    return this;
  }

  send(t: string, d: unknown = {}, id?: string): void {
    this.socket.send(JSON.stringify({ v: 1, t, ...(id === undefined ? {} : { id }), d }));
  }

  hello(more: Record<string, unknown> = {}): void {
    const who = { client_id: 'raw', session_id: `raw${Math.random()}`, client_version: '1' };
    this.send('hello', { ...who, proto_min: 1, proto_max: 1, cursors: {}, ...more });
  }

  async frame(matches: (frame: Frame) => boolean): Promise<Frame> {
    await until('a frame', () => this.frames.some(matches));
    const found = this.frames.find(matches);
    if (!found) throw new Error('gone');
    return found;
  }
}

/** How an upgrade with these options is answered: a status, or 101. */
export function upgrade(
  url: string,
  options: ClientOptions,
  protocols: string[] = [SUBPROTOCOL],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocols, options);
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on('open', () => {
      resolve(101);
      socket.terminate();
    });
    socket.on('error', (error) => {
      if (!/Unexpected server response|before the connection/.test(error.message)) reject(error);
    });
  });
}
