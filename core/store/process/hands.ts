/** Pieces of work that are done side by side, one more than there are hands, so that none of these waits. */
export class Hands {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;

  constructor(private readonly hands: number) {}

  /** Whether a piece failed: no more are to be given. */
  get failed(): boolean {
    return this.#failure !== null;
  }

  /** Begins a piece; resolves once there is room for another. Never rejects: {@link end} does. */
  async give(work: () => Promise<void>): Promise<void> {
    const run = work().catch((error: unknown) => void (this.#failure ??= { error }));
    const ended = run.then(() => void this.#running.delete(ended));
    this.#running.add(ended);
    if (this.#running.size > this.hands) await Promise.race(this.#running);
  }

  /** Resolves when all pieces are done; rejects then with what failed first. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
  }
}
