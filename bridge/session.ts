import type { WebSocket } from 'ws';
import { BridgeError, CLOSE } from '../core/protocol/bridge/codes';
import { errorFrame, frameOf, okFrame, parseEnvelope, type Envelope } from '../core/protocol/bridge/envelope';
import { CONTROL, type PushData } from '../core/protocol/bridge/events';
import { LIMITS } from '../core/protocol/bridge/limits';
import type { ChannelReply, HelloData, Resume } from '../core/protocol/bridge/messages';
import { Bucket } from './bucket';
import type { EventLog } from './event-log';
import type { Job } from './jobs/job';
import { LogChannel, type ChannelOrder } from './logs/log-channel';
import type { LogFiles, LogLook } from './logs/log-files';
import { Outbox } from './outbox';
import { Pump } from './pump';
import type { Replies } from './replies';
import { readHello, welcomeFrame } from './hello';
import { handlerOf } from './requests';
import type { Host } from './requests/request';

/** What all sessions share. */
export interface SessionParts {
  readonly host: Host;
  readonly logs: LogFiles;
  readonly replies: Replies;
  readonly bootId: string;
  readonly hostId: string;
  readonly version: string;
  /** A session said who it is: an older connection of it ends. */
  readonly onHello: (session: Session) => void;
  readonly onError: (error: unknown) => void;
}

/** One connected client. */
export class Session {
  readonly logs: LogFiles;
  readonly #outbox: Outbox;
  readonly #bucket = new Bucket(LIMITS.requests_per_second, LIMITS.request_burst);
  readonly #pumps = new Map<string, Pump>();
  readonly #channels = new Map<number, LogChannel>();
  readonly #helloTimer: NodeJS.Timeout;
  #lastChannel = 0;
  #hello: HelloData | null = null;

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: SessionParts,
  ) {
    const { options } = parts.host;
    this.logs = parts.logs;
    this.#outbox = new Outbox(socket, options.stallMs);
    this.#helloTimer = setTimeout(() => this.#bye(CLOSE.hello_timeout, 'no hello'), options.helloMs);
    socket.on('message', (data, isBinary) => {
      try {
        this.#message(isBinary ? null : textOf(data));
      } catch (error) {
        parts.onError(error);
        this.#bye(CLOSE.internal, 'internal error');
      }
    });
    socket.on('close', () => this.#closed());
  }

  /** Name of the window; null before its `hello`. */
  get id(): string | null {
    return this.#hello?.session_id ?? null;
  }

  /** Whether there are events that the client was not sent yet. */
  get isBehind(): boolean {
    return [...this.#pumps.values()].some((pump) => pump.isBehind);
  }

  /** Ends the connection with a reason. */
  end(code: number, reason: string): void {
    this.#bye(code, reason);
  }

  /** Sends what follows a cursor, and goes on with what comes. */
  subscribe(stream: string, cursor: number): Resume {
    const found = this.#streamOf(stream);
    if (!found) return { mode: 'unknown' };
    const { log, job } = found;
    this.unsubscribe(stream);
    if (this.#pumps.size >= LIMITS.subscriptions)
      throw new BridgeError('limit.subscriptions', `at most ${LIMITS.subscriptions} streams at once`);
    const foreign = cursor > log.seq;
    if (foreign) this.#push('snapshot', { stream, seq: 0, job: job?.info() ?? null });
    const from = foreign ? 0 : cursor;
    this.#pumps.set(stream, new Pump(log, this.#outbox, this.parts.onError, from));
    return foreign ? { mode: 'snapshot', from: 1 } : { mode: 'replay', from: from + 1 };
  }

  unsubscribe(stream: string): void {
    this.#pumps.get(stream)?.stop();
    this.#pumps.delete(stream);
  }

  openChannel(
    job: Job,
    file: string,
    look: LogLook,
    order: Pick<ChannelOrder, 'offset' | 'credit' | 'lossy' | 'until'>,
  ): ChannelReply {
    if (this.#channels.size >= LIMITS.channels)
      throw new BridgeError('limit.subscriptions', `at most ${LIMITS.channels} channels at once`);
    const channel = ++this.#lastChannel;
    const { generation, size } = look;
    const { offset } = order;
    this.#push('chan.open', { channel, job: job.id, file, generation, offset });
    const ended = (): void => void this.#channels.delete(channel);
    const opened = { channel, job, file, generation, ...order };
    this.#channels.set(channel, new LogChannel(opened, this.logs, this.#outbox, ended, this.parts.onError));
    return { channel, generation, offset, size };
  }

  closeChannel(channel: number): void {
    this.#channels.get(channel)?.stop();
    this.#channels.delete(channel);
  }

  #streamOf(stream: string): { readonly log: EventLog; readonly job: Job | null } | null {
    const { jobs } = this.parts.host;
    if (stream === CONTROL) return { log: jobs.control, job: null };
    const job = jobs.all().find(({ id }) => stream === `job:${id}`);
    return job ? { log: job.events, job } : null;
  }

  #push<T extends keyof PushData>(t: T, d: PushData[T]): void {
    this.#outbox.send(frameOf({ t, d }));
  }

  #message(text: string | null): void {
    const parsed = text === null ? null : parseEnvelope(text);
    if (!parsed?.ok) {
      const error = new BridgeError('proto.bad_json', parsed?.message ?? 'no binary frame is expected');
      this.#outbox.send(errorFrame(parsed?.id ?? null, error.data));
      return;
    }
    const { envelope } = parsed;
    if (this.#hello) this.#dispatch(envelope, this.#hello);
    else if (envelope.t === 'hello') this.#greet(envelope);
    else {
      const error = new BridgeError('proto.no_hello', 'the first message must be `hello`');
      this.#outbox.send(errorFrame(envelope.id ?? null, error.data));
    }
  }

  #greet({ id, d }: Envelope): void {
    try {
      const hello = readHello(d);
      this.#hello = hello;
      clearTimeout(this.#helloTimer);
      this.parts.onHello(this);
      const { jobs } = this.parts.host;
      const cursors = { [CONTROL]: jobs.control.seq, ...hello.cursors };
      const resume = Object.fromEntries(
        Object.entries(cursors).map(([stream, cursor]) => [stream, this.subscribe(stream, cursor)]),
      );
      this.#outbox.send(welcomeFrame(id ?? null, resume, this.parts));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      this.#outbox.send(errorFrame(id ?? null, error.data));
      this.#bye(error.code === 'proto.version' ? CLOSE.version : CLOSE.limit, error.code);
    }
  }

  #dispatch(envelope: Envelope, { session_id }: HelloData): void {
    const { t, id, d } = envelope;
    if (t === 'ping')
      return this.#outbox.send(frameOf({ t: 'pong', d: { t0: d['t0'], t_server_ms: Date.now() } }));
    if (t === 'credit') return this.#credit(d['channel'], d['bytes']);
    // Streams are replayed from cursors alone: acks are heard so that later limits can use them.
    if (t === 'ack' || t === 'pong') return;
    if (id === undefined) {
      const error = new BridgeError(
        'proto.unknown_type',
        `a request needs an id; no message without one is called ${t}`,
      );
      return this.#outbox.send(errorFrame(null, error.data));
    }
    this.#outbox.send(this.#answer(t, id, d, session_id));
  }

  /** The one reply to a request. */
  #answer(t: string, id: string, d: Envelope['d'], session: string): string {
    const { replies, host, onError } = this.parts;
    try {
      const wait = this.#bucket.take();
      if (wait > 0)
        throw new BridgeError('limit.rate', 'too many requests', { retryable: true, after_ms: wait });
      const handler = handlerOf(t);
      if (!handler) throw new BridgeError('proto.unknown_type', `this bridge knows no request ${t}`);
      if (handler.ofConnection) return okFrame(id, handler.handle(d, host, this));
      const request = `${t} ${JSON.stringify(d)}`;
      const kept = replies.find(session, id, request);
      if (kept === null)
        throw new BridgeError('proto.duplicate_id', `the id ${id} was used for another request`);
      const frame = kept ?? okFrame(id, handler.handle(d, host, this));
      replies.keep(session, id, request, frame);
      return frame;
    } catch (error) {
      if (error instanceof BridgeError) return errorFrame(id, error.data);
      onError(error);
      const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      const told = full
        ? new BridgeError('launch.disk', 'the disk of the bridge is full; make room', { retryable: true })
        : new BridgeError('internal', 'the bridge failed at this; its log says more');
      return errorFrame(id, told.data);
    }
  }

  #credit(channel: unknown, bytes: unknown): void {
    if (
      typeof channel !== 'number' ||
      typeof bytes !== 'number' ||
      !Number.isSafeInteger(bytes) ||
      bytes <= 0
    )
      return;
    this.#channels.get(channel)?.grant(bytes);
  }

  #bye(code: number, reason: string): void {
    this.socket.close(code, reason);
    // A dead peer never answers the close frame.
    setTimeout(() => this.socket.terminate(), 2000).unref();
  }

  #closed(): void {
    clearTimeout(this.#helloTimer);
    this.#outbox.close();
    for (const pump of this.#pumps.values()) pump.stop();
    for (const channel of this.#channels.values()) channel.stop();
    this.#pumps.clear();
    this.#channels.clear();
  }
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
