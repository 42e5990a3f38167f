import type { Range } from '../trace/model';
import type { Sighting } from './rule';

/** A sighting whose message is put together when it is read: rows of a store keep none. */
class SaidLater implements Sighting {
  constructor(
    readonly start: number,
    readonly end: number,
    readonly turn: number | null,
    private readonly say: () => string,
  ) {}

  get message(): string {
    return this.say();
  }
}

/** A sighting of a rule that sees something in many rollouts; `say` puts its message together once it is asked for. */
export function saidLater({ start, end }: Range, turn: number | null, say: () => string): Sighting {
  return new SaidLater(start, end, turn, say);
}
