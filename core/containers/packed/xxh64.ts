/**
 * XXH64 with seed 0, in halves of 32 bits: 64-bit integers of JavaScript would take ten times as long.
 * Source: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md (XXH64).
 */

/** The primes of the specification, high and low half. */
const P1 = [0x9e3779b1, 0x85ebca87] as const;
const P2 = [0xc2b2ae3d, 0x27d4eb4f] as const;
const P3 = [0x165667b1, 0x9e3779f9] as const;
const P4 = [0x85ebca77, 0xc2b2ae63] as const;
const P5 = [0x27d4eb2f, 0x165667c5] as const;

type Pair = readonly [number, number];

const STRIPE = 32;

/** A number of 64 bits that is worked on in place. */
class Word {
  constructor(
    public high: number,
    public low: number,
  ) {}

  add(high: number, low: number): this {
    const sum = (this.low >>> 0) + (low >>> 0);
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) | 0;
    this.low = sum | 0;
    return this;
  }

  xor(high: number, low: number): this {
    this.high ^= high;
    this.low ^= low;
    return this;
  }

  times([high, low]: Pair): this {
    const a0 = this.low & 0xffff;
    const a1 = this.low >>> 16;
    const b0 = low & 0xffff;
    const b1 = low >>> 16;
    const first = a0 * b0;
    const middle = a0 * b1 + a1 * b0 + (first >>> 16);
    const carried = a1 * b1 + Math.floor(middle / 0x10000);
    this.high = (carried + Math.imul(this.low, high) + Math.imul(this.high, low)) | 0;
    this.low = ((middle & 0xffff) << 16) | (first & 0xffff);
    return this;
  }

  /** Rotates to the left by 1 to 31 bits. */
  turn(bits: number): this {
    const { high, low } = this;
    this.high = (high << bits) | (low >>> (32 - bits));
    this.low = (low << bits) | (high >>> (32 - bits));
    return this;
  }

  /** Xors with itself moved to the right by some bits. */
  fold(bits: number): this {
    const { high, low } = this;
    if (bits >= 32) this.low ^= high >>> (bits - 32);
    else this.xor(high >>> bits, (low >>> bits) | (high << (32 - bits)));
    return this;
  }

  round(high: number, low: number): this {
    const lane = new Word(high, low).times(P2);
    return this.add(lane.high, lane.low).turn(31).times(P1);
  }
}

/** The hash of bytes that come piece by piece. */
export class Xxh64 {
  readonly #lanes: readonly [Word, Word, Word, Word] = [
    new Word(P1[0], P1[1]).add(P2[0], P2[1]),
    new Word(P2[0], P2[1]),
    new Word(0, 0),
    new Word(~P1[0], ~P1[1]).add(0, 1),
  ];
  readonly #rest = Buffer.alloc(STRIPE);
  #resting = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#resting > 0) {
      at = Math.min(STRIPE - this.#resting, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#resting);
      this.#resting += at;
      if (this.#resting < STRIPE) return;
      this.#stripes(this.#rest, 0, STRIPE);
      this.#resting = 0;
    }
    const end = bytes.length - ((bytes.length - at) % STRIPE);
    this.#stripes(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
    this.#resting = bytes.length - end;
  }

  /** The hash of what came so far, high and low half, unsigned. */
  digest(): Pair {
    const [one, two, three, four] = this.#lanes;
    let hash = new Word(P5[0], P5[1]);
    if (this.#length >= STRIPE) {
      hash = new Word(0, 0);
      for (const [lane, bits] of [
        [one, 1],
        [two, 7],
        [three, 12],
        [four, 18],
      ] as const) {
        const turned = new Word(lane.high, lane.low).turn(bits);
        hash.add(turned.high, turned.low);
      }
      for (const { high, low } of this.#lanes) {
        const merged = new Word(0, 0).round(high, low);
        hash.xor(merged.high, merged.low).times(P1).add(P4[0], P4[1]);
      }
    }
    hash.add(Math.floor(this.#length / 2 ** 32), this.#length % 2 ** 32);
    this.#tail(hash);
    hash.fold(33).times(P2).fold(29).times(P3).fold(32);
    return [hash.high >>> 0, hash.low >>> 0];
  }

  #stripes(bytes: Uint8Array, from: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [one, two, three, four] = this.#lanes;
    for (let at = from; at < end; at += STRIPE) {
      one.round(view.getInt32(at + 4, true), view.getInt32(at, true));
      two.round(view.getInt32(at + 12, true), view.getInt32(at + 8, true));
      three.round(view.getInt32(at + 20, true), view.getInt32(at + 16, true));
      four.round(view.getInt32(at + 28, true), view.getInt32(at + 24, true));
    }
  }

  #tail(hash: Word): void {
    let at = 0;
    for (; at + 8 <= this.#resting; at += 8) {
      const lane = new Word(0, 0).round(this.#rest.readInt32LE(at + 4), this.#rest.readInt32LE(at));
      hash.xor(lane.high, lane.low).turn(27).times(P1).add(P4[0], P4[1]);
    }
    if (at + 4 <= this.#resting) {
      const lane = new Word(0, this.#rest.readInt32LE(at)).times(P1);
      hash.xor(lane.high, lane.low).turn(23).times(P2).add(P3[0], P3[1]);
      at += 4;
    }
    for (; at < this.#resting; at++) {
      const lane = new Word(0, this.#rest.readUInt8(at)).times(P5);
      hash.xor(lane.high, lane.low).turn(11).times(P1);
    }
  }
}
