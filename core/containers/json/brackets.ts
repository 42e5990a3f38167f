const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The opener that a closer belongs to stands two places before it in ASCII. */
const TO_OPENER = 2;

/** Whether a byte, or a UTF-16 unit, is `{` or `[`. */
export function isOpener(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET;
}

/** Whether a byte, or a UTF-16 unit, is `}` or `]`. */
export function isCloser(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

/** The closer that belongs to an opener. */
export function closerOf(opener: number): number {
  return opener + TO_OPENER;
}

/**
 * The brackets that are open at a place of JSON. Where it is broken, a closer ends whatever was opened since its opener,
 * and one without an opener is passed over. Linear in the brackets passed; a byte of memory for each that is open.
 */
export class Brackets {
  #stack = new Uint8Array(64);
  #depth = 0;
  /** How many of them are braces. */
  #braces = 0;

  get depth(): number {
    return this.#depth;
  }

  clear(): void {
    this.#depth = 0;
    this.#braces = 0;
  }

  /** Takes a byte, or a UTF-16 unit, outside of strings. */
  pass(code: number): void {
    if (isOpener(code)) this.push(code);
    else if (isCloser(code)) this.close(code);
  }

  push(opener: number): void {
    if (this.#depth === this.#stack.length) {
      const stack = new Uint8Array(2 * this.#stack.length);
      stack.set(this.#stack);
      this.#stack = stack;
    }
    this.#stack[this.#depth++] = opener;
    if (opener === OPEN_BRACE) this.#braces++;
  }

  /** Closes down to the opener that a closer belongs to, where there is one; true where none is open any more. */
  close(closer: number): boolean {
    const opener = closer - TO_OPENER;
    const known = opener === OPEN_BRACE ? this.#braces : this.#depth - this.#braces;
    if (known === 0) return false;
    for (let last = -1; last !== opener;) {
      last = this.#stack[--this.#depth] ?? opener;
      if (last === OPEN_BRACE) this.#braces--;
    }
    return this.#depth === 0;
  }
}
