/** Tokens that come back with time: so many a second, at most so many at once. */
export class Bucket {
  #left: number;
  #at = performance.now();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {
    this.#left = burst;
  }

  /** Takes one. Returns 0, or the milliseconds until there is one again. */
  take(): number {
    const now = performance.now();
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / this.perSecond) * 1000);
    this.#left--;
    return 0;
  }
}
