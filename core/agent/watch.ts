import { Silence } from './failure';

/** Limits waiting for one attempt, and passes on the user's wish to stop. Times are milliseconds. */
export class Watch {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private begun = false;
  private readonly stop = (): void => this.controller.abort(this.wish?.reason);

  constructor(
    private readonly wish: AbortSignal | undefined,
    /** Longest wait before the first token. */
    private readonly firstMs: number,
    /** Longest silence after it. */
    private readonly idleMs: number,
  ) {
    if (wish?.aborted) this.stop();
    else wish?.addEventListener('abort', this.stop, { once: true });
    this.set();
  }

  /** Fires when the user stops, or when it was silent for too long. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The silence that ended the attempt, or null. */
  get silence(): Silence | null {
    const reason: unknown = this.controller.signal.reason;
    return reason instanceof Silence ? reason : null;
  }

  /** Something arrived. Before the first token it does not count: servers send blanks for as long as they are busy. */
  readonly active = (): void => {
    if (this.begun) this.set();
  };

  /** The first token arrived. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.set();
  }

  end(): void {
    clearTimeout(this.timer);
    this.wish?.removeEventListener('abort', this.stop);
  }

  private set(): void {
    const ms = this.begun ? this.idleMs : this.firstMs;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(new Silence(ms, this.begun)), ms);
  }
}
