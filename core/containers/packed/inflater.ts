import { createInflateRaw, type InflateRaw } from 'node:zlib';

/** Undoes one deflate stream (RFC 1951) piece by piece, and knows where it ends. */
export class Inflater {
  readonly #stream: InflateRaw = createInflateRaw();
  #pieces: Uint8Array[] = [];
  #failed: Error | null = null;
  #ended = false;
  /** The call under way: a stream that fails or ends never calls back for the write it did so in. */
  #settle: (() => void) | null = null;

  constructor() {
    this.#stream.on('data', (bytes: Buffer) => this.#pieces.push(bytes));
    this.#stream.on('error', (error) => {
      this.#failed = error;
      this.#settle?.();
    });
    this.#stream.on('end', () => {
      this.#ended = true;
      this.#settle?.();
    });
  }

  /**
   * Takes bytes: how many of them belong to the stream, and whether it is known to end there (an end at the last byte is
   * known with the next). Rejects where they are no deflate.
   */
  async push(bytes: Uint8Array): Promise<{ readonly used: number; readonly ended: boolean }> {
    const before = this.#stream.bytesWritten;
    await this.#wait((done) => this.#stream.write(bytes, done));
    return { used: this.#stream.bytesWritten - before, ended: this.#ended };
  }

  /** Told that nothing follows; rejects where the stream is not at its end. */
  async end(): Promise<void> {
    await this.#wait(() => this.#stream.end());
  }

  /** What came out since the last call. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  close(): void {
    this.#stream.destroy();
  }

  /** What a step brings may be handed over a turn after it is done. */
  #wait(step: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#settle = null;
        if (this.#failed) reject(this.#failed);
        else setImmediate(resolve);
      };
      this.#settle = settle;
      if (this.#failed || this.#ended) settle();
      else step(() => this.#settle?.());
    });
  }
}
