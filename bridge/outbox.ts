import type { WebSocket } from 'ws';
import { CLOSE } from '../core/protocol/bridge/codes';

/** Buffered bytes above which nothing more is read for a client, and above which it is cut off. */
const HIGH = 4 * 1024 * 1024;
const TOO_HIGH = 32 * 1024 * 1024;

/**
 * What goes to one client. Who has much to send waits for {@link room} before each frame; so a client that reads
 * slowly, or not at all, costs a few megabytes and never holds up another. One that takes nothing for `stallMs` is
 * closed: it resumes from its cursors.
 */
export class Outbox {
  readonly #waiting = new Set<() => void>();
  #moved = performance.now();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly stallMs: number,
  ) {
    this.#timer = setInterval(() => this.#watch(), Math.min(1000, stallMs / 2));
  }

  send(data: string | Uint8Array): void {
    if (this.#closed) return;
    if (this.socket.bufferedAmount === 0) this.#moved = performance.now();
    this.socket.send(data, () => {
      this.#moved = performance.now();
      if (this.socket.bufferedAmount < HIGH) this.#wake();
    });
    if (this.socket.bufferedAmount > TOO_HIGH) this.#cutOff();
  }

  /** Resolves with true when there is room for a frame, with false when the connection is over. */
  async room(): Promise<boolean> {
    while (!this.#closed && this.socket.bufferedAmount >= HIGH) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return !this.#closed;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  #watch(): void {
    if (this.socket.bufferedAmount > 0 && performance.now() - this.#moved > this.stallMs) this.#cutOff();
  }

  /** The close frame stands behind what the client does not read, so the connection is ended too. */
  #cutOff(): void {
    this.close();
    this.socket.close(CLOSE.slow, 'slow consumer');
    this.socket.terminate();
  }
}
