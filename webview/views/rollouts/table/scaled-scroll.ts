/**
 * Where a table of any length is scrolled to. Browsers make no element higher than some 16 million pixels, so beyond
 * {@link MOST_PIXELS} the scroll bar stands for a higher table than the element is: its place is mapped in proportion,
 * while steps of a wheel or a key move by as many pixels as they say.
 */

/** Greatest height of the element that is scrolled, in pixels: Firefox stops below 18 million, Chromium at 33. */
export const MOST_PIXELS = 8_000_000;

/** Sizes of a table, in CSS pixels; whole numbers. */
export interface Extent {
  readonly rows: number;
  readonly rowHeight: number;
  /** Height of the part that is in sight, without the head. */
  readonly viewport: number;
}

/** Height of the element that is scrolled. */
export function spacerHeight({ rows, rowHeight }: Extent): number {
  return Math.min(rows * rowHeight, MOST_PIXELS);
}

/** The greatest place of a table: its last row is then at the lower edge. */
export function mostTop({ rows, rowHeight, viewport }: Extent): number {
  return Math.max(0, rows * rowHeight - viewport);
}

/** The greatest place of the scroll bar. */
export function mostScroll(extent: Extent): number {
  return Math.max(0, spacerHeight(extent) - extent.viewport);
}

/** Whether the scroll bar stands for more than its element. */
export function isScaled(extent: Extent): boolean {
  return extent.rows * extent.rowHeight > MOST_PIXELS;
}

/** Place in the table that a place of the scroll bar stands for: exact at both ends. */
export function topOf(extent: Extent, scroll: number): number {
  const most = mostTop(extent);
  if (!isScaled(extent)) return clamp(scroll, most);
  const end = mostScroll(extent);
  // A browser may stop a fraction of a pixel early.
  if (scroll >= end - 1) return most;
  return clamp(Math.round((scroll / end) * most), most);
}

/**
 * Place of the scroll bar for a place in the table. It is at an end only where the table is, so that there is always
 * something left to scroll.
 */
export function scrollOf(extent: Extent, top: number): number {
  const most = mostTop(extent);
  if (!isScaled(extent)) return clamp(top, most);
  const end = mostScroll(extent);
  if (top <= 0) return 0;
  if (top >= most) return end;
  return Math.min(Math.max(1, Math.round((top / most) * end)), end - 2);
}

/** Rows from a position to before another, both inside the table: those in sight and some around them. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function spanOf({ rows, rowHeight, viewport }: Extent, top: number, around = 0): Span {
  const from = Math.max(0, Math.floor(top / rowHeight) - around);
  const to = Math.min(rows, Math.ceil((top + viewport) / rowHeight) + around);
  return { from: Math.min(from, to), to };
}

/** The place that has a row in sight, as near as can be to where the table is. */
export function topShowing(extent: Extent, top: number, row: number): number {
  const { rowHeight, viewport } = extent;
  const above = row * rowHeight;
  if (above < top) return clamp(above, mostTop(extent));
  const below = above + rowHeight - viewport;
  return clamp(Math.max(top, below), mostTop(extent));
}

/** A table that is scrolled: its place, and what the scroll bar last said. */
export class ScaledScroll {
  #top = 0;
  #scroll = 0;

  constructor(private extent: Extent) {}

  /** First pixel of the table in sight, from 0; a whole number where the table is scaled. */
  get top(): number {
    return this.#top;
  }

  /** Where the scroll bar last was. */
  get seen(): number {
    return this.#scroll;
  }

  /** Where the scroll bar belongs. */
  get scroll(): number {
    return scrollOf(this.extent, this.#top);
  }

  /**
   * The browser scrolled by itself. A step no longer than what is in sight came from a wheel, a finger or a click beside
   * the thumb and counts as that many pixels; a longer one from the thumb, whose place counts. In a scaled table no thumb
   * can be moved by so little.
   */
  scrolled(scroll: number): void {
    const step = scroll - this.#scroll;
    this.#scroll = scroll;
    if (isScaled(this.extent) && Math.abs(step) <= this.extent.viewport) this.by(step);
    else this.#top = topOf(this.extent, scroll);
  }

  /** Moves by pixels of the table. */
  by(pixels: number): void {
    this.to(this.#top + pixels);
  }

  to(top: number): void {
    this.#top = clamp(top, mostTop(this.extent));
  }

  /** Says where the scroll bar was put: what the browser makes of it is not a step of the reader. */
  put(scroll: number): void {
    this.#scroll = scroll;
  }

  /** The table has another size: its place stays, as far as it has one. */
  resize(extent: Extent): void {
    this.extent = extent;
    this.to(this.#top);
  }
}

/** Pixels that a wheel says, whatever unit it has. */
export function wheelPixels(
  { deltaY, deltaMode }: { readonly deltaY: number; readonly deltaMode: number },
  { rowHeight, viewport }: Extent,
): number {
  // 1 are lines and 2 are pages (DOM: WheelEvent.deltaMode).
  return deltaMode === 1 ? deltaY * rowHeight : deltaMode === 2 ? deltaY * viewport : deltaY;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
