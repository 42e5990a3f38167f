/** Milliseconds over which the rate is taken. */
const WINDOW_MS = 5000;

/** Shortest time that says anything about a rate. */
const SHORTEST_MS = 300;

/** How fast something goes, over the last seconds. Times are those of one monotonic clock, in milliseconds. */
export class Rate {
  private points: { readonly done: number; readonly at: number }[] = [];

  note(done: number, at: number): void {
    this.points.push({ done, at });
    while (this.points.length > 2 && at - (this.points[0]?.at ?? at) > WINDOW_MS) this.points.shift();
  }

  /** Forgets what was: a new run begins. */
  reset(): void {
    this.points = [];
  }

  /** A second; null while it is not known. */
  read(): number | null {
    const first = this.points[0];
    const last = this.points.at(-1);
    if (!first || !last || last.at - first.at < SHORTEST_MS || last.done <= first.done) return null;
    return ((last.done - first.done) / (last.at - first.at)) * 1000;
  }
}
