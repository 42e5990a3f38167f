/** A growing list of 32-bit integers. */
export class Integers {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Int32Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  increment(index: number): void {
    this.#values[index] = this.at(index) + 1;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  clear(): void {
    this.#length = 0;
  }
}
