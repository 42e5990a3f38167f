/** Integers of an entry: hash, where its characters begin, how many there are, and the number. They share a cache line. */
const STRIDE = 4;

/**
 * Numbers by word, for words that are stretches of a text: looked up without making strings of them, which a map would
 * need and which took most of the time of a build. Open addressing with linear probing; the characters of all words lie
 * in one array. Seed and factor of the hash are random, so that no corpus can be made whose words all collide.
 */
export class WordTable {
  /** Word at each place, from 1; 0 where there is none. At most half full. */
  #slots = new Int32Array(1 << 12);
  #entries = new Int32Array(STRIDE << 11);
  #characters = new Uint16Array(1 << 14);
  #words = 0;
  #filled = 0;
  readonly #seed = Math.trunc(Math.random() * 2 ** 32);
  readonly #factor = Math.trunc(Math.random() * 2 ** 32) | 1;

  /** The number of the word `text.slice(start, end)`; of one that is new, what `make` says. */
  numberOf(text: string, start: number, end: number, make: (word: string) => number): number {
    const hash = this.#hash(text, start, end);
    const slots = this.#slots;
    const entries = this.#entries;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let word = slots[slot] ?? 0; word !== 0; word = slots[slot] ?? 0) {
      const entry = (word - 1) * STRIDE;
      if (entries[entry] === hash && this.#equals(entry, text, start, end)) return entries[entry + 3] ?? 0;
      slot = (slot + 1) & mask;
    }
    const number = make(text.slice(start, end));
    this.#add(slot, hash, number, text, start, end);
    return number;
  }

  /** Forgets all words; memory is kept for those to come. */
  clear(): void {
    this.#slots.fill(0);
    this.#words = 0;
    this.#filled = 0;
  }

  #hash(text: string, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    const factor = this.#factor;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), factor) ^ (hash >>> 15);
    // The last steps of MurmurHash3 spread every bit over all.
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) | 0;
  }

  #equals(entry: number, text: string, start: number, end: number): boolean {
    if (this.#entries[entry + 2] !== end - start) return false;
    const characters = this.#characters;
    const shift = (this.#entries[entry + 1] ?? 0) - start;
    for (let at = start; at < end; at++) if (characters[at + shift] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(slot: number, hash: number, number: number, text: string, start: number, end: number): void {
    const from = this.#filled;
    this.#filled += end - start;
    while (this.#filled > this.#characters.length) {
      const wider = new Uint16Array(this.#characters.length * 2);
      wider.set(this.#characters);
      this.#characters = wider;
    }
    for (let at = start; at < end; at++) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#entries.set([hash, from, end - start, number], this.#words * STRIDE);
    this.#words++;
    this.#slots[slot] = this.#words;
    if (this.#words * 2 >= this.#slots.length) this.#widen();
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    const mask = slots.length - 1;
    for (let word = 1; word <= this.#words; word++) {
      let slot = (entries[(word - 1) * STRIDE] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word;
    }
    this.#slots = slots;
    this.#entries = entries;
  }
}
