import { Agent } from 'node:http';
import WebSocket from 'ws';
import { LIMITS, SOCKET_PATH, SUBPROTOCOL } from '../../protocol/bridge/limits';

/** Where a bridge is, and what lets one in. */
export interface BridgeAddress {
  /** `ws://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  /** What the bridge calls itself, `127.0.0.1:PORT`, where it is reached through a tunnel with another port. */
  readonly host?: string;
}

/** Why a connection ended. */
export interface SocketEnd {
  /** Close code of the websocket; 1006 where it broke. */
  readonly code: number;
  readonly message: string;
  /** HTTP status of a refused upgrade. */
  readonly status: number | null;
}

export interface SocketEvents {
  open(): void;
  text(frame: string): void;
  binary(frame: Uint8Array): void;
  /** Called once. */
  end(how: SocketEnd): void;
}

/** A websocket to a bridge that ends itself when nothing is heard. */
export class BridgeSocket {
  readonly #socket: WebSocket;
  readonly #beat: NodeJS.Timeout;
  #heard = performance.now();
  #ended = false;
  #end: SocketEnd = { code: 1006, message: 'the connection broke', status: null };

  constructor(
    address: BridgeAddress,
    private readonly events: SocketEvents,
  ) {
    // Its own agent: the editor's HTTP stack would send the request, and with it the token, through the user's proxy.
    const agent = new Agent({ keepAlive: false });
    this.#socket = new WebSocket(`${address.url}${SOCKET_PATH}`, SUBPROTOCOL, {
      agent,
      headers: {
        authorization: `Bearer ${address.token}`,
        ...(address.host === undefined ? {} : { host: address.host }),
      },
      perMessageDeflate: false,
      maxPayload: LIMITS.text_frame,
      handshakeTimeout: 10_000,
      followRedirects: false,
    });
    this.#beat = setInterval(() => this.#look(), 1000);
    this.#listen();
  }

  send(data: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  /** Ends it at once: a dead peer never answers a close frame. */
  drop(): void {
    this.#socket.terminate();
    this.#over();
  }

  close(): void {
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), 1000).unref();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('error', (error) => {
      this.#end = { ...this.#end, message: error.message };
    });
    socket.on('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0;
      this.#end = { code: 1006, message: refusalOf(status), status };
      response.resume();
      request.destroy();
      this.#over();
    });
    socket.on('open', () => this.events.open());
    socket.on('ping', () => this.#hear());
    socket.on('message', (data, isBinary) => {
      this.#hear();
      const bytes = Array.isArray(data)
        ? Buffer.concat(data)
        : Buffer.isBuffer(data)
          ? data
          : Buffer.from(data);
      if (isBinary) this.events.binary(bytes);
      else this.events.text(bytes.toString('utf8'));
    });
    socket.on('close', (code, reason) => {
      if (code !== 1006)
        this.#end = { code, message: reason.toString('utf8') || `closed with ${code}`, status: null };
      this.#over();
    });
  }

  #hear(): void {
    this.#heard = performance.now();
  }

  #look(): void {
    if (this.#socket.readyState === WebSocket.OPEN && performance.now() - this.#heard > LIMITS.silence_ms)
      this.drop();
  }

  #over(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#beat);
    this.events.end(this.#end);
  }
}

function refusalOf(status: number): string {
  if (status === 401) return 'the bridge does not know this token';
  if (status === 429) return 'too many failed attempts; wait a minute';
  if (status === 503) return 'the bridge has too many clients';
  return `the bridge refused the connection (${status})`;
}
