import { mostTop, spanOf, topShowing, type Extent, type Span } from './scaled-scroll';

/** Milliseconds for which rows that are there stay in sight in place of rows that are still read. */
export const HOLD_MS = 250;

/**
 * The place of a table that is drawn: the one that is scrolled to, once its rows are there. Until then, and for
 * {@link HOLD_MS}, it is as near to it as the rows that follow on those in sight reach, so that a wheel that is spun faster
 * than rows can be read shows rows and no blanks.
 */
export class HeldPlace {
  #top = 0;
  #since: number | null = null;

  /** The first pixel to draw. `isThere` says whether the rows of a span are all there; `now` is in milliseconds. */
  toDraw(extent: Extent, wanted: number, isThere: (span: Span) => boolean, now: number): number {
    const held = Math.min(this.#top, mostTop(extent));
    if (isThere(spanOf(extent, wanted)) || !isThere(spanOf(extent, held))) return this.#arrive(wanted);
    this.#since ??= now;
    if (now - this.#since >= HOLD_MS) return this.#come(wanted);
    const near = nearest(extent, held, wanted, isThere);
    // Rows that move at all are no reason to give up on them.
    if (near !== held) this.#since = now;
    return this.#come(near);
  }

  /** Whether what is drawn is not what is scrolled to. */
  get holds(): boolean {
    return this.#since !== null;
  }

  #arrive(top: number): number {
    this.#since = null;
    return this.#come(top);
  }

  #come(top: number): number {
    this.#top = top;
    return top;
  }
}

/** The place nearest to the wanted one up to which all rows from the held one on are there. */
function nearest(extent: Extent, held: number, wanted: number, isThere: (span: Span) => boolean): number {
  const side = wanted > held ? 1 : -1;
  const seen = spanOf(extent, held);
  let edge = side > 0 ? seen.to - 1 : seen.from;
  for (let next = edge + side; next >= 0 && next < extent.rows; next += side) {
    const top = topShowing(extent, held, next);
    if (side * (wanted - top) < 0 || !isThere({ from: next, to: next + 1 })) break;
    edge = next;
  }
  return topShowing(extent, held, edge);
}
