import { BridgeError } from '../../protocol/bridge/codes';
import type { ChunkFrame } from '../../protocol/bridge/frames';
import { LIMITS } from '../../protocol/bridge/limits';
import type { ChannelReply } from '../../protocol/bridge/messages';

/** Bytes of a log, in order. */
export interface LogChunk {
  readonly bytes: Uint8Array;
  /** Offset of the first byte in the file. */
  readonly offset: number;
  readonly generation: number;
  /** Bytes between the last chunk and this one that were left out; only for readers that take gaps. */
  readonly gap: number;
}

/** What a reader needs of the client. */
export interface LogWire {
  /** `opened` hears the reply before the first bytes come. */
  open(
    order: { offset: number; generation: number | null; credit: number; lossy: boolean },
    opened: (reply: ChannelReply) => void,
  ): Promise<ChannelReply>;
  credit(channel: number, bytes: number): void;
  close(channel: number): void;
}

/** Where a log was read to; plain JSON. */
export interface LogPosition {
  readonly offset: number;
  readonly generation: number | null;
}

/**
 * A log as it comes in, every byte once, across broken connections. Bytes count as processed when the next chunk is
 * asked for: only then more are granted, so a slow reader holds no more than four megabytes.
 */
export class LogReader implements AsyncIterable<LogChunk> {
  #chunks: LogChunk[] = [];
  #channel: number | null = null;
  #expected: number;
  #generation: number | null;
  #gap = 0;
  #processed: number;
  #ungranted = 0;
  #over = false;
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(
    private readonly wire: LogWire,
    from: LogPosition,
    private readonly lossy: boolean,
    private readonly ended: () => void,
  ) {
    this.#expected = from.offset;
    this.#processed = from.offset;
    this.#generation = from.generation;
  }

  get channel(): number | null {
    return this.#channel;
  }

  /** Where to go on another time: behind what was processed. */
  get position(): LogPosition {
    return { offset: Math.max(0, this.#processed), generation: this.#generation };
  }

  /** Opens the channel on a new connection, behind what was received. */
  async connect(): Promise<void> {
    if (this.#over) return;
    this.#channel = null;
    const credit = LIMITS.channel_credit - this.#held();
    const order = { offset: this.#expected, generation: this.#generation, credit, lossy: this.lossy };
    try {
      await this.wire.open(order, (reply) => this.#opened(reply));
    } catch (error) {
      if (!(error instanceof BridgeError)) return;
      if (error.code !== 'file.changed') return this.#fail(error);
      this.#generation = null;
      this.#expected = 0;
      await this.connect();
    }
  }

  #opened({ channel, offset, generation }: ChannelReply): void {
    // Closed meanwhile: nobody else would ever close it.
    if (this.#over) return this.wire.close(channel);
    this.#channel = channel;
    this.#expected = offset;
    if (this.#processed < 0) this.#processed = offset;
    this.#generation = generation;
    this.#ungranted = 0;
  }

  /** A frame of the channel. */
  take({ payload, offset, last }: ChunkFrame): void {
    const at = Number(offset);
    if (at !== this.#expected)
      return this.#fail(new Error(`the log goes on at byte ${at}, not at ${this.#expected}`));
    this.#expected += payload.length;
    if (payload.length > 0) {
      const generation = this.#generation ?? 1;
      // A copy: the frame's memory is the socket's.
      this.#chunks.push({ bytes: Uint8Array.from(payload), offset: at, generation, gap: this.#gap });
      this.#gap = 0;
    }
    if (last) this.#finish();
    this.#notify();
  }

  /** The bridge left bytes out. */
  skip(from: number, to: number): void {
    this.#gap += to - from;
    this.#expected = to;
  }

  /** The file was replaced: it is read again from its beginning. */
  rotated(): void {
    this.#expected = 0;
    this.#generation = null;
    this.connect().catch((error: unknown) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  lost(): void {
    this.#channel = null;
  }

  /** Ends the reading; what was not asked for yet is dropped. */
  close(): void {
    if (this.#channel !== null) this.wire.close(this.#channel);
    this.#chunks = [];
    this.#finish();
    this.#notify();
  }

  /** Leaving the loop early closes the reader. */
  async *[Symbol.asyncIterator](): AsyncGenerator<LogChunk> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          yield chunk;
          this.#done(chunk);
        } else if (this.#failure) throw this.#failure;
        else if (this.#over) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      if (!this.#over) this.close();
    }
  }

  #held(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #done({ bytes, offset }: LogChunk): void {
    this.#processed = offset + bytes.length;
    this.#ungranted += bytes.length;
    if (this.#ungranted < LIMITS.channel_credit / 2 || this.#channel === null) return;
    this.wire.credit(this.#channel, this.#ungranted);
    this.#ungranted = 0;
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#finish();
    this.#notify();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.ended();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

/** The text of a log. A character that is cut between two chunks is put together; bytes that are none become U+FFFD. */
export async function* textOfLog(chunks: AsyncIterable<LogChunk>): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8');
  let generation: number | null = null;
  for await (const chunk of chunks) {
    if (chunk.gap > 0 || (generation !== null && generation !== chunk.generation))
      decoder = new TextDecoder('utf-8');
    generation = chunk.generation;
    yield decoder.decode(chunk.bytes, { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
