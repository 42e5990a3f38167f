/** How far a build is. */
export interface BuildProgress {
  /** `reading` the corpora, or `sorting` what was read into the index. */
  readonly phase: 'reading' | 'sorting';
  /** Bytes of the corpora that are in, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly documents: number;
  readonly broken: number;
  /** Bytes a second since this run began; 0 at first. */
  readonly rate: number;
  /** Seconds until all is read, at that rate; null while it is not known. */
  readonly left: number | null;
}

/** Milliseconds between two reports. */
const INTERVAL = 200;

/** Reports progress, not more often than is of use. */
export class Pace {
  readonly #begun = performance.now();
  #last = -Infinity;

  /** `start`: bytes that an earlier run had read already. */
  constructor(
    private readonly total: number,
    private readonly start: number,
    private readonly tell: (progress: BuildProgress) => void,
  ) {}

  report(phase: BuildProgress['phase'], done: number, counts: { documents: number; broken: number }): void {
    const now = performance.now();
    if (phase === 'reading' && now - this.#last < INTERVAL) return;
    this.#last = now;
    const seconds = (now - this.#begun) / 1000;
    const rate = seconds > 0 ? (done - this.start) / seconds : 0;
    const left = rate > 0 ? (this.total - done) / rate : null;
    const { documents, broken } = counts;
    this.tell({ phase, done, total: this.total, documents, broken, rate, left });
  }
}
