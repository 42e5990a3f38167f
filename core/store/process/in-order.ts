/** Things that are begun side by side and whose outcomes are taken one after the other, in the order of their begin. */
export class InOrder {
  private last: Promise<void> = Promise.resolve();

  /** A turn behind all that were given before. */
  next(): Turn {
    const before = this.last;
    let pass = (): void => undefined;
    this.last = before.then(() => new Promise<void>((resolve) => (pass = resolve)));
    const turn = { come: before, has: false, pass: () => void before.then(() => pass()) };
    void before.then(() => (turn.has = true));
    return turn;
  }
}

/** A place in the order: `come` resolves once it is this one's turn, `pass` lets the next have it. */
export interface Turn {
  readonly come: Promise<void>;
  readonly has: boolean;
  readonly pass: () => void;
}
