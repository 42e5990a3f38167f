import { randomBytes, randomUUID } from 'node:crypto';
import { BridgeError, CLOSE, type ErrorCode } from '../../protocol/bridge/codes';
import { frameOf, parseEnvelope, type Envelope } from '../../protocol/bridge/envelope';
import { CONTROL, isStreamEvent, jobStream, type StreamEvent } from '../../protocol/bridge/events';
import { decodeChunk } from '../../protocol/bridge/frames';
import { LIMITS, PROTOCOL_VERSION } from '../../protocol/bridge/limits';
import type { HelloData, Reply, RequestData, RequestType, WelcomeData } from '../../protocol/bridge/messages';
import { backoff } from './backoff';
import { Cursors } from './cursors';
import { LogReader, type LogPosition, type LogWire } from './log-reader';
import { ConnectionLost, PendingRequests } from './requests';
import { watchSleep, type Clocks } from './sleep-watch';
import { BridgeSocket, type BridgeAddress, type SocketEnd } from './socket';
import { messageOf } from '../../message-of';

/** How the client stands to its bridge. */
export type ClientStatus =
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'connected'; readonly welcome: WelcomeData }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly ms: number; readonly why: string }
  /** It makes no sense to try again without a change: a wrong token, another version. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'closed' };

export interface ClientOptions {
  /** Asked at every attempt, for a bridge that was started anew listens elsewhere. */
  readonly address: () => Promise<BridgeAddress>;
  readonly version: string;
  /** Random for an installation. */
  readonly clientId: string;
  /** Random for a window; made anew where it is left out. */
  readonly sessionId?: string;
  /** Where an earlier client was: {@link BridgeClient.cursors}. */
  readonly cursors?: Readonly<Record<string, number>>;
  /** Called for every event once, in order. When it returns the event counts as processed. */
  readonly onEvent: (event: StreamEvent) => void;
  /** The events of a stream heard so far are of another history: it comes again from its first. */
  readonly onReset?: (stream: string) => void;
  readonly onStatus?: (status: ClientStatus) => void;
  readonly onError?: (error: Error) => void;
  readonly clocks?: Clocks;
  readonly random?: () => number;
}

/** Milliseconds of connection after which the next break counts as the first. */
const STABLE_MS = 60_000;
const ACK_MS = 1000;

/** Requests about the connection itself; sent again, they would be about another one. */
const OF_CONNECTION = new Set<RequestType>([
  'job.subscribe',
  'job.unsubscribe',
  'log.open',
  'log.read',
  'chan.close',
]);

/**
 * A client of a bridge that keeps its connection: it reconnects with growing, random waits, goes on from its cursors,
 * and gives every event and every byte of a log exactly once.
 */
export class BridgeClient {
  readonly #cursors: Cursors;
  readonly #streams = new Set<string>([CONTROL]);
  readonly #pending = new PendingRequests();
  readonly #readers = new Set<LogReader>();
  readonly #session: string;
  readonly #sleep: { stop(): void };
  readonly #ticker: NodeJS.Timeout;
  #socket: BridgeSocket | null = null;
  #status: ClientStatus = { kind: 'connecting', attempt: 0 };
  #attempt = 0;
  /** Whether the address is asked for. */
  #isLooking = false;
  #retry: NodeJS.Timeout | undefined;
  #stable: NodeJS.Timeout | undefined;
  #lastId = 0;
  #bootId: string | null = null;
  #unacked = new Set<string>();
  #pinged = performance.now();

  constructor(private readonly options: ClientOptions) {
    this.#cursors = new Cursors(options.cursors);
    for (const stream of Object.keys(options.cursors ?? {})) this.#streams.add(stream);
    this.#session = options.sessionId ?? randomBytes(8).toString('hex');
    const clocks = options.clocks ?? { wall: () => Date.now(), monotonic: () => performance.now() };
    this.#sleep = watchSleep(clocks, () => this.reconnect());
    this.#ticker = setInterval(() => this.#tick(), ACK_MS);
    this.#ticker.unref();
    this.#connect();
  }

  get status(): ClientStatus {
    return this.#status;
  }

  /** Up to where each stream that is followed was processed; plain JSON, to be given to the next client. */
  get cursors(): Record<string, number> {
    const all = Object.entries(this.#cursors.toJSON());
    return Object.fromEntries(all.filter(([stream]) => this.#streams.has(stream)));
  }

  /** Drops the connection and makes another at once: after a sleep, when the network is back. */
  reconnect(): void {
    if (this.#status.kind === 'closed') return;
    this.#attempt = 0;
    clearTimeout(this.#retry);
    if (this.#socket) this.#socket.drop();
    // Where it is still looked for, a second connection would take the place of the first, which ends the client.
    else if (!this.#isLooking) this.#connect();
  }

  /**
   * Sends a request, now or when there is a connection. Rejects with a BridgeError for an `error` reply, and with
   * {@link ConnectionLost} where it cannot be sent again. `atOnce` hears the reply before any frame that follows it.
   */
  async request<T extends RequestType>(
    type: T,
    data: RequestData<T>,
    atOnce: (reply: Reply<T>) => void = () => undefined,
  ): Promise<Reply<T>> {
    if (this.#status.kind === 'closed' || this.#status.kind === 'refused')
      throw new ConnectionLost(this.#status.kind === 'closed' ? 'the client is closed' : this.#status.why);
    const id = `r${++this.#lastId}`;
    const frame = frameOf({ t: type, id, d: data });
    if (OF_CONNECTION.has(type) && this.#status.kind !== 'connected')
      throw new ConnectionLost('not connected');
    const reply = this.#pending.add(id, frame, !OF_CONNECTION.has(type), (ok) =>
      atOnce(ok as unknown as Reply<T>),
    );
    if (this.#status.kind === 'connected') this.#socket?.send(frame);
    return (await reply) as unknown as Reply<T>;
  }

  /** Follows a job's events from the cursor on, across connections. */
  subscribe(job: string): void {
    const stream = jobStream(job);
    this.#streams.add(stream);
    this.#cursors.set(stream, this.#cursors.get(stream));
    this.#subscribeNow(stream);
  }

  unsubscribe(job: string): void {
    this.#streams.delete(jobStream(job));
    if (this.#status.kind === 'connected') this.#quietly(this.request('job.unsubscribe', { job }));
  }

  /** Follows a log from a position on; a negative offset counts from the end. */
  openLog(
    job: string,
    from: LogPosition,
    more: { readonly file?: string; readonly lossy?: boolean } = {},
  ): LogReader {
    const file = more.file ?? 'log';
    return this.#read(from, more.lossy ?? false, (order, opened) =>
      this.request('log.open', { job, file, ...order }, opened),
    );
  }

  /** Reads what is there of a range of a log; `length` bytes at most, up to 4 MiB. */
  readLog(job: string, offset: number, length: number, file = 'log'): LogReader {
    const end = offset + length;
    return this.#read({ offset, generation: null }, false, (order, opened) => {
      const left = Math.max(1, end - order.offset);
      return this.request('log.read', { job, file, offset: order.offset, length: left }, opened);
    });
  }

  #read(from: LogPosition, lossy: boolean, open: LogWire['open']): LogReader {
    const reader: LogReader = new LogReader(
      {
        open,
        credit: (channel, bytes) => this.#socket?.send(frameOf({ t: 'credit', d: { channel, bytes } })),
        close: (channel) => this.#quietly(this.request('chan.close', { channel })),
      },
      from,
      lossy,
      () => this.#readers.delete(reader),
    );
    this.#readers.add(reader);
    if (this.#status.kind === 'connected') this.#quietly(reader.connect());
    return reader;
  }

  /** Ends the connection and every wait on it. */
  close(): void {
    if (this.#status.kind === 'closed') return;
    this.#ack();
    this.#tell({ kind: 'closed' });
    this.#stop(new ConnectionLost('the client is closed'));
    this.#socket?.close();
  }

  #stop(why: Error): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#stable);
    clearInterval(this.#ticker);
    this.#sleep.stop();
    this.#pending.end(why);
    for (const reader of [...this.#readers]) reader.close();
  }

  #connect(): void {
    this.#isLooking = true;
    this.#tell({ kind: 'connecting', attempt: this.#attempt });
    this.options.address().then(
      (address) => {
        this.#isLooking = false;
        if (this.#status.kind === 'connecting') this.#open(address);
      },
      (error: unknown) => {
        this.#isLooking = false;
        this.#wait(messageOf(error));
      },
    );
  }

  #open(address: BridgeAddress): void {
    try {
      const socket: BridgeSocket = new BridgeSocket(address, {
        open: () => socket.send(frameOf({ t: 'hello', d: this.#hello() })),
        text: (frame) => this.#text(frame),
        binary: (frame) => this.#binary(frame),
        end: (how) => this.#ended(how),
      });
      this.#socket = socket;
    } catch (error) {
      // A URL that is none, or a token that no header can hold: Node names the header, and never what it was to hold.
      this.#refused(messageOf(error));
    }
  }

  #refused(why: string): void {
    this.#tell({ kind: 'refused', why });
    this.#stop(new ConnectionLost(why));
  }

  #hello(): HelloData {
    // One more than the bridge takes would end the connection; `control` is the first, and counts unnamed too.
    const streams = [...this.#streams].slice(0, LIMITS.subscriptions);
    const cursors = Object.fromEntries(
      streams
        .filter((stream) => stream !== CONTROL || this.#cursors.get(stream) > 0)
        .map((stream) => [stream, this.#cursors.get(stream)]),
    );
    return {
      client_id: this.options.clientId,
      session_id: this.#session,
      client_version: this.options.version,
      proto_min: PROTOCOL_VERSION,
      proto_max: PROTOCOL_VERSION,
      wants: [],
      t_client_ms: Date.now(),
      cursors,
      boot_id_seen: this.#bootId,
    };
  }

  #text(frame: string): void {
    const parsed = parseEnvelope(frame);
    if (!parsed.ok)
      return this.#report(new Error(`the bridge sent a frame that cannot be read: ${parsed.message}`));
    const { envelope } = parsed;
    if (isStreamEvent(envelope)) this.#event(envelope);
    else if (envelope.t === 'welcome') this.#welcome(envelope.d as unknown as WelcomeData);
    else if (envelope.t === 'ok' && envelope.re !== undefined) this.#pending.resolve(envelope.re, envelope.d);
    else if (envelope.t === 'error') this.#error(envelope);
    else this.#push(envelope);
  }

  #error({ re, d }: Envelope): void {
    if (re !== undefined) return this.#pending.reject(re, d);
    this.#report(new BridgeError((d['code'] as ErrorCode | undefined) ?? 'internal', String(d['message'])));
  }

  #welcome(welcome: WelcomeData): void {
    this.#bootId = welcome.boot_id;
    for (const [stream, resume] of Object.entries(welcome.resume)) {
      if (resume.mode === 'replay' && stream === CONTROL && this.#cursors.get(CONTROL) === 0)
        this.#cursors.set(CONTROL, resume.from - 1);
      if (resume.mode === 'unknown') this.#streams.delete(stream);
    }
    this.#stable = setTimeout(() => {
      this.#attempt = 0;
    }, STABLE_MS);
    this.#stable.unref();
    this.#tell({ kind: 'connected', welcome });
    for (const frame of this.#pending.frames()) this.#socket?.send(frame);
    for (const stream of this.#streams)
      if (!Object.hasOwn(welcome.resume, stream)) this.#subscribeNow(stream);
    for (const reader of this.#readers) this.#quietly(reader.connect());
  }

  #event(event: StreamEvent): void {
    if (!this.#streams.has(event.s)) return;
    const order = this.#cursors.order(event);
    if (order === 'seen') return;
    // Only a fault of the bridge leaves a hole; asked again, it sends what follows the cursor.
    if (order === 'hole') return this.#subscribeNow(event.s);
    try {
      this.options.onEvent(event);
    } catch (error) {
      this.#report(error instanceof Error ? error : new Error(String(error)));
    }
    this.#cursors.set(event.s, event.q);
    this.#unacked.add(event.s);
  }

  #push({ t, d }: Envelope): void {
    if (t === 'snapshot' && typeof d['stream'] === 'string') {
      this.#cursors.set(d['stream'], 0);
      this.options.onReset?.(d['stream']);
      return;
    }
    const reader = this.#readerOf(d['channel']);
    if (t === 'log.gap') reader?.skip(Number(d['from']), Number(d['to']));
    if (t === 'chan.close' && d['reason'] === 'rotated') reader?.rotated();
  }

  #binary(frame: Uint8Array): void {
    const chunk = decodeChunk(frame);
    if (!chunk) return this.#report(new Error('the bridge sent a binary frame that cannot be read'));
    this.#readerOf(chunk.channel)?.take(chunk);
  }

  #readerOf(channel: unknown): LogReader | undefined {
    return [...this.#readers].find((reader) => reader.channel === channel && channel !== null);
  }

  #subscribeNow(stream: string): void {
    if (this.#status.kind !== 'connected' || stream === CONTROL) return;
    const job = stream.slice(jobStream('').length);
    this.#quietly(this.request('job.subscribe', { job, cursor: this.#cursors.get(stream) }));
  }

  #ended({ code, message, status }: SocketEnd): void {
    this.#socket = null;
    clearTimeout(this.#stable);
    for (const reader of this.#readers) reader.lost();
    if (this.#status.kind === 'closed') return;
    this.#pending.lost(message);
    const final =
      status === 401 ||
      status === 403 ||
      code === CLOSE.auth ||
      code === CLOSE.version ||
      code === CLOSE.replaced;
    if (!final) return this.#wait(message);
    this.#refused(message);
  }

  #wait(why: string): void {
    if (this.#status.kind === 'closed') return;
    const ms = backoff(this.#attempt, (this.options.random ?? Math.random)());
    this.#attempt++;
    this.#tell({ kind: 'waiting', attempt: this.#attempt, ms, why });
    this.#retry = setTimeout(() => this.#connect(), ms);
  }

  #tick(): void {
    this.#ack();
    if (performance.now() - this.#pinged < LIMITS.ping_ms) return;
    this.#pinged = performance.now();
    this.#socket?.send(frameOf({ t: 'ping', d: { t0: Date.now() } }));
  }

  #ack(): void {
    if (this.#unacked.size === 0 || this.#status.kind !== 'connected') return;
    const seen = Object.fromEntries([...this.#unacked].map((stream) => [stream, this.#cursors.get(stream)]));
    this.#unacked = new Set();
    this.#socket?.send(frameOf({ t: 'ack', d: seen }));
  }

  #tell(status: ClientStatus): void {
    this.#status = status;
    this.options.onStatus?.(status);
  }

  #report(error: Error): void {
    this.options.onError?.(error);
  }

  /** For requests that are made again by themselves after a reconnection. */
  #quietly(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => {
      if (!(error instanceof ConnectionLost))
        this.#report(error instanceof Error ? error : new Error(String(error)));
    });
  }
}

/** Key under which a launch is repeated without a second job. */
export function newLaunchKey(): string {
  return randomUUID();
}
