import type { RecordPlace } from '../trace/model';
import { lastBelow } from '../containers/json/string-map';

/** Numbers kept a record: byte of its start, byte of its end, line, column. */
const WIDTH = 4;

/** Places of the records seen so far, in 40 bytes each. */
export class RecordIndex {
  #places = new Float64Array(WIDTH * 256);
  #lines = new Float64Array(256);
  #count = 0;

  /** Number of records known, which are the first of the file. */
  get count(): number {
    return this.#count;
  }

  /** Takes a record in; one that is known, or not the next, changes nothing. */
  add({ index, byteStart, byteEnd, line, character = 0 }: RecordPlace): void {
    if (index !== this.#count) return;
    if (this.#count === this.#lines.length) this.#grow();
    const at = this.#count * WIDTH;
    this.#places[at] = byteStart;
    this.#places[at + 1] = byteEnd;
    this.#places[at + 2] = line;
    this.#places[at + 3] = character;
    this.#lines[this.#count] = line;
    this.#count++;
  }

  /** Place of a record; null where it is not known yet. */
  at(index: number): RecordPlace | null {
    if (index < 0 || index >= this.#count) return null;
    const [byteStart = 0, byteEnd = 0, line = 0, character = 0] = this.#places.subarray(index * WIDTH);
    return { index, byteStart, byteEnd, line, character };
  }

  /** The last known record that starts on or before a line; -1 where none does. */
  lastAtLine(line: number): number {
    return lastBelow(this.#lines.subarray(0, this.#count), line + 1);
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2);
    const lines = new Float64Array(this.#lines.length * 2);
    places.set(this.#places);
    lines.set(this.#lines);
    this.#places = places;
    this.#lines = lines;
  }
}
