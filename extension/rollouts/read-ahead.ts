/** Milliseconds for which a value counts as fresh: VS Code takes up to two seconds to make a page on a busy machine. */
const FRESH_MS = 10_000;

/**
 * A value that a page will ask for first, asked for while VS Code still makes the page. It is taken once, and only while
 * it is fresh: a page that is made anew later asks anew.
 */
export class ReadAhead<T> {
  private readonly own = new AbortController();
  private readonly since = performance.now();
  private value: Promise<T> | null;

  constructor(private readonly ask: (signal: AbortSignal) => Promise<T>) {
    this.value = ask(this.own.signal);
    // Who takes it is told what went wrong; where nobody does, nobody misses it.
    this.value.catch(() => undefined);
  }

  /** The value; the signal gives up one that is asked for now. */
  take(signal: AbortSignal): Promise<T> {
    const { value } = this;
    this.value = null;
    return value && performance.now() - this.since < FRESH_MS ? value : this.ask(signal);
  }

  dispose(): void {
    this.own.abort();
  }
}
