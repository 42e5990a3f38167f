import type { Io } from './io';

/** Milliseconds between two drawings. */
const INTERVAL = 100;

const WIDTH = 24;

/** How fast work goes: bytes a second, and seconds to its end where they are known. */
interface Pace {
  readonly rate: number;
  readonly left: number | null;
}

/** A bar on a terminal's stderr: what is read, how much of it, how fast. Silent elsewhere. */
export class Progress {
  #drawn = 0;
  #shown = false;
  readonly #begun = performance.now();

  constructor(
    private readonly io: Io,
    private readonly name: string,
    private readonly total: number,
  ) {}

  /** Says how many bytes of the total are done; `pace`, how fast, where all of it was not done since the bar began. */
  update(done: number, pace: Pace | null = null): void {
    const now = performance.now();
    if (!this.io.interactive || now - this.#drawn < INTERVAL || now - this.#begun < INTERVAL) return;
    this.#drawn = now;
    this.#shown = true;
    const share = this.total > 0 ? Math.min(1, done / this.total) : 1;
    const full = Math.round(share * WIDTH);
    const rate = (pace?.rate ?? done / ((now - this.#begun) / 1000)) / 1e6;
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    const end = typeof pace?.left === 'number' ? `, ${Math.ceil(pace.left)} s left` : '';
    this.io.err(`\r\u001b[K${this.name} ${bar} ${Math.floor(share * 100)}% ${rate.toFixed(0)} MB/s${end}`);
  }

  /** Says what is done now that has no measure. */
  note(what: string): void {
    if (!this.io.interactive) return;
    this.#shown = true;
    this.io.err(`\r\u001b[K${this.name} ${what}…`);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#shown) this.io.err('\r\u001b[K');
    this.#shown = false;
  }
}
