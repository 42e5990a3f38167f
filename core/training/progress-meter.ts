/** Milliseconds over which the rate is taken. */
const WINDOW_MS = 60_000;

/** Shortest time that says anything about a rate: lines that were read in one go have none. */
const SHORTEST_MS = 250;

/** How far a training is and how fast. Times are those of one monotonic clock, in milliseconds. */
export class ProgressMeter {
  #step: number | null = null;
  #total: number | null;
  #epoch: number | null = null;
  #points: { readonly step: number; readonly at: number }[] = [];

  constructor(total: number | null) {
    this.#total = total;
  }

  /** Takes note of a step. One that is not above the last is passed over: it is of another metric of the same step. */
  note(step: number, at: number, total: number | null, epoch: number | null): void {
    if (total !== null && total > 0) this.#total = total;
    if (epoch !== null) this.#epoch = epoch;
    if (this.#step !== null && step <= this.#step) return;
    this.#step = step;
    this.#points.push({ step, at });
    while (this.#points.length > 2 && at - (this.#points[0]?.at ?? at) > WINDOW_MS) this.#points.shift();
  }

  /** Null before the first step. `rate` in steps a second, `eta_s` in seconds, never negative. */
  read(): {
    readonly step: number;
    readonly total: number | null;
    readonly epoch: number | null;
    readonly rate: number | null;
    readonly eta_s: number | null;
  } | null {
    if (this.#step === null) return null;
    const [first] = this.#points;
    const last = this.#points.at(-1);
    const ms = first && last ? last.at - first.at : 0;
    const rate = first && last && ms >= SHORTEST_MS ? ((last.step - first.step) / ms) * 1000 : null;
    const left = this.#total === null ? null : Math.max(0, this.#total - this.#step);
    return {
      step: this.#step,
      total: this.#total,
      epoch: this.#epoch,
      rate,
      eta_s: left === null || rate === null || rate === 0 ? null : left / rate,
    };
  }
}
