import type { StreamEvent } from '../../protocol/bridge/events';

/** What to do with an event of a stream. */
export type Order = 'next' | 'seen' | 'hole';

/** Up to where each stream was processed. Plain JSON in and out, so that a window can go on where its last one was. */
export class Cursors {
  readonly #last = new Map<string, number>();

  constructor(saved: Readonly<Record<string, number>> = {}) {
    for (const [stream, seq] of Object.entries(saved)) this.#last.set(stream, seq);
  }

  /** Whether an event is the next, was there before, or leaves some out. */
  order({ s, q }: Pick<StreamEvent, 's' | 'q'>): Order {
    const last = this.#last.get(s);
    if (last === undefined || q === last + 1) return 'next';
    return q <= last ? 'seen' : 'hole';
  }

  /** 0 for a stream that was never heard. */
  get(stream: string): number {
    return this.#last.get(stream) ?? 0;
  }

  set(stream: string, seq: number): void {
    this.#last.set(stream, seq);
  }

  delete(stream: string): void {
    this.#last.delete(stream);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#last);
  }
}
