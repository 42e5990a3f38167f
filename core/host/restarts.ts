/** How fast a host that dies may start again. Milliseconds. */
export interface RestartPolicy {
  /** Deaths longer ago than this are forgotten. */
  readonly memory: number;
  /** Wait after the second death; doubled with each further one. The first start over is immediate. */
  readonly first: number;
  /** The longest wait. */
  readonly most: number;
}

export const RESTARTS: RestartPolicy = { memory: 60_000, first: 250, most: 15_000 };

/** Remembers deaths, and says how long to wait before the next start. */
export class Restarts {
  #deaths: number[] = [];

  constructor(
    private readonly policy: RestartPolicy,
    private readonly now: () => number = () => performance.now(),
  ) {}

  died(): void {
    this.#deaths.push(this.now());
  }

  /** Milliseconds from now until the next start may be. */
  wait(): number {
    const now = this.now();
    this.#deaths = this.#deaths.filter((at) => now - at < this.policy.memory);
    const last = this.#deaths.at(-1);
    if (last === undefined || this.#deaths.length < 2) return 0;
    const pause = Math.min(this.policy.most, this.policy.first * 2 ** (this.#deaths.length - 2));
    return Math.max(0, last + pause - now);
  }
}
