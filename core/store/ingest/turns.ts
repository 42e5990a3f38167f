/** A turn that one of several has at a time, in the order in which they ask for it. */
export class Turns<Holder extends object> {
  #holder: Holder | null = null;
  readonly #waiting: { readonly who: Holder; readonly granted: () => void }[] = [];

  /** Calls `granted` once it is this one's turn: at once where nobody has it. */
  ask(who: Holder, granted: () => void): void {
    this.#waiting.push({ who, granted });
    this.#next();
  }

  /** Takes the turn from whoever has it, or no longer waits for it: the next has it. */
  leave(who: Holder): void {
    if (this.#holder === who) this.#holder = null;
    const at = this.#waiting.findIndex((each) => each.who === who);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#next();
  }

  #next(): void {
    if (this.#holder) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#holder = next.who;
    next.granted();
  }
}
