/** Which rollout retrieved a document: record, rollout in the record, turn. */
export interface Posting {
  readonly index: number;
  readonly sample: number;
  readonly turn: number;
}

/** Postings on their way between threads: four numbers each, key first. */
export const POSTING_WIDTH = 4;

/** Where documents were retrieved, in about 60 bytes a posting whatever the file holds. */
export class PostingTable {
  /** Number of the newest posting of a key. */
  private readonly newest = new Map<number, number>();
  private values = new Int32Array(POSTING_WIDTH * 1024);
  private count = 0;

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.count;
  }

  get full(): boolean {
    return this.count >= this.limit;
  }

  /** Takes postings in; those past the limit are left out. */
  addAll(packed: Float64Array): void {
    for (let at = 0; at + POSTING_WIDTH <= packed.length && !this.full; at += POSTING_WIDTH) {
      const [key = 0, index = 0, sample = 0, turn = 0] = packed.subarray(at, at + POSTING_WIDTH);
      if ((this.count + 1) * POSTING_WIDTH > this.values.length) this.grow();
      const before = this.newest.get(key) ?? -1;
      this.values.set([before, index, sample, turn], this.count * POSTING_WIDTH);
      this.newest.set(key, this.count);
      this.count++;
    }
  }

  /** Every posting of a document, in the order they were added. */
  of(key: number): Posting[] {
    const found: Posting[] = [];
    for (let at = this.newest.get(key) ?? -1; at >= 0;) {
      const [before = -1, index = 0, sample = 0, turn = 0] = this.values.subarray(at * POSTING_WIDTH);
      found.push({ index, sample, turn });
      at = before;
    }
    return found.reverse();
  }

  private grow(): void {
    const larger = new Int32Array(this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
  }
}
