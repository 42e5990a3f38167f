/**
 * About how many rows there will be. Rows are seen from one commit to the next while bytes are read all the time, so both
 * are taken at commits: else the number falls until the next one, and jumps there.
 */
export class ExpectedRows {
  #rows = 0;
  #done = 0;

  /** So many rows are seen, of so many bytes. */
  note(rows: number, done: number): void {
    this.#rows = rows;
    this.#done = done;
  }

  /** Of so many bytes; null while nothing is known. Never fewer than are seen. */
  of(bytes: number): number | null {
    if (this.#rows === 0 || this.#done === 0) return null;
    return Math.max(this.#rows, Math.round((this.#rows / this.#done) * bytes));
  }
}
