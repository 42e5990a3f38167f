import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE } from '../core/protocol/bridge/codes';
import { HEALTH_PATH, LIMITS, SOCKET_PATH, SUBPROTOCOL } from '../core/protocol/bridge/limits';
import { Gate, type Refusal } from './auth';
import type { BridgeOptions } from './options';
import { Session, type SessionParts } from './session';

/** A header of this many bytes is read, so that a long token is refused like any other wrong one. */
const MAX_HEADER = 128 * 1024;

/** The one HTTP server: a health path, and the path that becomes a websocket. */
export class BridgeServer {
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  readonly #sessions = new Map<WebSocket, Session>();
  readonly #heard = new WeakMap<WebSocket, number>();
  readonly #beat: NodeJS.Timeout;
  #gate: Gate | null = null;

  constructor(
    private readonly options: BridgeOptions,
    private readonly token: string,
    private readonly parts: Omit<SessionParts, 'onHello'>,
  ) {
    this.#http = createServer({ maxHeaderSize: MAX_HEADER, requestTimeout: 15_000, headersTimeout: 10_000 });
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: LIMITS.text_frame,
      perMessageDeflate: false,
      handleProtocols: () => SUBPROTOCOL,
    });
    this.#http.on('error', parts.onError);
    this.#http.on('clientError', (_error, socket) => socket.destroy());
    this.#sockets.on('error', parts.onError);
    this.#http.on('request', (request, response) => {
      const refusal = this.#plain(request);
      response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json', connection: 'close' });
      response.end(refusal ? '{"ok":false}' : '{"ok":true}');
    });
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#beat = setInterval(() => this.#heartbeat(), LIMITS.ping_ms);
  }

  /** Resolves with the port. */
  listen(): Promise<number> {
    const { host, port } = this.options;
    return new Promise((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(port, host, () => {
        this.#http.off('error', reject);
        const address = this.#http.address();
        const bound = typeof address === 'object' && address ? address.port : port;
        const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${bound}`);
        const { publicName } = this.options;
        this.#gate = new Gate(
          this.token,
          new Set([...names, ...(publicName === null ? [] : [publicName.toLowerCase()])]),
        );
        resolve(bound);
      });
    });
  }

  get clients(): number {
    return this.#sessions.size;
  }

  /** Gives every client what there is to hear, tells it that the bridge ends, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    const end = performance.now() + 500;
    while (performance.now() < end && [...this.#sessions.values()].some(({ isBehind }) => isBehind))
      await sleep(10);
    for (const session of this.#sessions.values()) session.end(CLOSE.restarting, 'the bridge ends');
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    const timer = setTimeout(() => {
      for (const socket of this.#sessions.keys()) socket.terminate();
      this.#http.closeAllConnections();
    }, 1000);
    await closed;
    clearTimeout(timer);
  }

  #plain(request: IncomingMessage): Refusal | null {
    if (request.method !== 'GET') return { status: 405, why: 'method' };
    return request.url === HEALTH_PATH ? null : { status: 404, why: 'path' };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = this.#refusal(request);
    const { audit } = this.parts.host;
    if (refusal) {
      audit.note('refused', { why: refusal.why });
      const line = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`;
      socket.end(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (connected) => this.#welcome(connected));
  }

  #refusal(request: IncomingMessage): Refusal | null {
    if (request.method !== 'GET') return { status: 405, why: 'method' };
    if (request.url !== SOCKET_PATH) return { status: 404, why: 'path' };
    const refused = this.#gate ? this.#gate.check(request) : ({ status: 503, why: 'not ready' } as const);
    if (refused) return refused;
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    if (!protocols.includes(SUBPROTOCOL)) return { status: 400, why: 'subprotocol' };
    return this.#sessions.size >= LIMITS.clients ? { status: 503, why: 'too many clients' } : null;
  }

  #welcome(socket: WebSocket): void {
    // Before anything else: a frame that is too large raises an error here, and without a listener it ends the process.
    socket.on('error', (error) => this.parts.host.audit.note('refused', { why: error.message }));
    const heard = (): void => void this.#heard.set(socket, performance.now());
    heard();
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, heard);
    const session = new Session(socket, { ...this.parts, onHello: (said) => this.#replace(said) });
    this.#sessions.set(socket, session);
    socket.on('close', () => this.#sessions.delete(socket));
    this.parts.host.audit.note('connected', {});
  }

  /** A window that connects again takes the place of its old connection. */
  #replace(said: Session): void {
    for (const session of this.#sessions.values()) {
      if (session !== said && session.id === said.id)
        session.end(CLOSE.replaced, 'replaced by the same session');
    }
  }

  #heartbeat(): void {
    const now = performance.now();
    for (const socket of this.#sessions.keys()) {
      if (now - (this.#heard.get(socket) ?? now) > LIMITS.silence_ms) socket.terminate();
      else socket.ping();
    }
    this.parts.replies.prune();
  }
}
