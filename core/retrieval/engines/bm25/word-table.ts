import { Integers } from './integers';

/**
 * Numbers by word, for words that are stretches of a text: looked up without making strings of them, which a map would
 * need and which took most of the time of a build. Open addressing with linear probing; the characters of all words lie
 * in one array. Seed and factor of the hash are random, so that no corpus can be made whose words all collide.
 */
export class WordTable {
  /** Word at each place, from 1; 0 where there is none. At most half full. */
  #slots = new Int32Array(1 << 12);
  #characters = new Uint16Array(1 << 14);
  /** Hash, end of the characters, and number of each word. */
  readonly #hashes = new Integers();
  readonly #ends = new Integers();
  readonly #numbers = new Integers();
  readonly #seed = Math.trunc(Math.random() * 2 ** 32);
  readonly #factor = Math.trunc(Math.random() * 2 ** 32) | 1;

  /** The number of the word `text.slice(start, end)`; of one that is new, what `make` says. */
  numberOf(text: string, start: number, end: number, make: (word: string) => number): number {
    const hash = this.#hash(text, start, end);
    let slot = hash & (this.#slots.length - 1);
    for (let word = this.#slots[slot] ?? 0; word !== 0; word = this.#slots[slot] ?? 0) {
      if (this.#hashes.at(word - 1) === hash && this.#equals(word - 1, text, start, end))
        return this.#numbers.at(word - 1);
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const number = make(text.slice(start, end));
    this.#add(slot, hash, number, text, start, end);
    return number;
  }

  /** Forgets all words; memory is kept for those to come. */
  clear(): void {
    this.#slots.fill(0);
    for (const list of [this.#hashes, this.#ends, this.#numbers]) list.clear();
  }

  #hash(text: string, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), this.#factor) ^ (hash >>> 15);
    // The last steps of MurmurHash3 spread every bit over all.
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) | 0;
  }

  #equals(word: number, text: string, start: number, end: number): boolean {
    const from = word === 0 ? 0 : this.#ends.at(word - 1);
    if (this.#ends.at(word) - from !== end - start) return false;
    for (let at = start; at < end; at++)
      if (this.#characters[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(slot: number, hash: number, number: number, text: string, start: number, end: number): void {
    const words = this.#hashes.length;
    const from = words === 0 ? 0 : this.#ends.at(words - 1);
    const to = from + end - start;
    while (to > this.#characters.length) {
      const wider = new Uint16Array(this.#characters.length * 2);
      wider.set(this.#characters);
      this.#characters = wider;
    }
    for (let at = start; at < end; at++) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#hashes.push(hash);
    this.#ends.push(to);
    this.#numbers.push(number);
    this.#slots[slot] = words + 1;
    if ((words + 1) * 2 > this.#slots.length) this.#widen();
  }

  #widen(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let word = 0; word < this.#hashes.length; word++) {
      let slot = this.#hashes.at(word) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word + 1;
    }
  }
}
