import type { ComponentChild, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { HeldPlace, HOLD_MS } from './held-place';
import type { Sight } from './in-sight';
import type { RowSource } from './row-source';
import {
  isScaled,
  mostTop,
  ScaledScroll,
  spacerHeight,
  spanOf,
  topShowing,
  wheelPixels,
} from './scaled-scroll';
import { useRowHeight, useViewport } from './viewport';

/** What others may do with the table. */
export interface TableHandle {
  focus(): void;
  /** Has a row in sight. */
  show(position: number): void;
  /** Has a row at the upper edge, `pixels` of it above. */
  put(position: number, pixels?: number): void;
  end(): void;
  place(): {
    readonly row: number;
    readonly pixels: number;
    readonly atTop: boolean;
    readonly atEnd: boolean;
  };
  /** Rows that fit. */
  page(): number;
}

export interface GridProps {
  readonly label: string;
  readonly source: RowSource;
  /** Widths of the cells, in pixels. */
  readonly widths: readonly number[];
  readonly head: ComponentChild;
  /** Draws a row. Rows with the same slot are never drawn together: it is their key. */
  readonly row: (position: number, slot: number, sight: Sight) => ComponentChild;
  /** Position of the active row; null for none. */
  readonly active: number | null;
  readonly handle: RefObject<TableHandle | null>;
  /** Position of the row at the upper edge in the beginning. */
  readonly firstRow: number;
  /** The table came to rest. */
  readonly onRest: () => void;
}

/** Rows that are drawn above and below those in sight. */
const AROUND = 4;
/** Milliseconds without a step after which the table rests. */
const REST_MS = 150;

/** Rows, however many: one is drawn only while it is in sight or nearly so. */
export function Grid({ label, source, widths, head, row, active, handle, firstRow, onRest }: GridProps) {
  const rowHeight = useRowHeight();
  const box = useRef<HTMLDivElement>(null);
  const { width, height: viewport } = useViewport(box, rowHeight);
  const { rows } = source;
  const extent = useMemo(() => ({ rows, rowHeight, viewport }), [rows, rowHeight, viewport]);
  const scroll = useRef<ScaledScroll>(null);
  const begins = scroll.current === null;
  const scroller = (scroll.current ??= new ScaledScroll(extent));
  scroller.resize(extent);
  // A table that is drawn anew, as after the groups, is where it was.
  if (begins) scroller.to(firstRow * rowHeight);
  const [, draw] = useState(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useMemo(() => new HeldPlace(), [source]);
  const wanted = spanOf(extent, scroller.top, AROUND);
  const top = held.toDraw(extent, scroller.top, (span) => source.holds(span), performance.now());
  const drawn = spanOf(extent, top, AROUND);
  useEffect(() => {
    if (!held.holds) return undefined;
    const timer = setTimeout(() => draw((count) => count + 1), HOLD_MS);
    return () => clearTimeout(timer);
  });

  /** Puts the scroll bar where the table is. */
  const settle = (): void => {
    const element = box.current;
    if (!element) return;
    if (Math.abs(element.scrollTop - scroller.scroll) >= 1) element.scrollTop = scroller.scroll;
    scroller.put(element.scrollTop);
  };
  const stepped = (): void => {
    draw((count) => count + 1);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      // The browser scrolled, and its event is on the way: it begins another rest.
      if (box.current && Math.abs(box.current.scrollTop - scroller.seen) >= 1) return;
      settle();
      onRest();
    }, REST_MS);
  };
  const go = (to: number): void => {
    scroller.to(to);
    settle();
    stepped();
  };
  useEffect(
    () => () => {
      clearTimeout(rest.current);
      handle.current = null;
    },
    [],
  );
  useLayoutEffect(settle, [extent]);
  useLayoutEffect(() => source.want(wanted), [source, wanted.from, wanted.to]);

  handle.current = {
    focus: () => box.current?.focus({ preventScroll: true }),
    show: (position) => go(topShowing(extent, scroller.top, position)),
    put: (position, pixels = 0) => go(position * rowHeight + pixels),
    end: () => go(mostTop({ ...extent, rows: source.rows })),
    place: () => ({
      row: Math.floor(scroller.top / rowHeight),
      pixels: scroller.top % rowHeight,
      atTop: scroller.top === 0,
      atEnd: scroller.top >= mostTop(extent) - 1,
    }),
    page: () => Math.max(1, Math.floor(viewport / rowHeight) - 1),
  };

  const onWheel = (event: WheelEvent): void => {
    // The browser's own steps are right as long as a pixel is a pixel.
    if (!isScaled(extent) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    if (event.deltaX !== 0 && box.current) box.current.scrollLeft += event.deltaX;
    go(scroller.top + wheelPixels(event, extent));
  };

  const style = {
    '--row': `${rowHeight}px`,
    '--columns': widths.map((width) => `${width}px`).join(' '),
    '--width': `${widths.reduce((sum, each) => sum + each, 0)}px`,
  };
  // As many as are ever drawn: elements of rows that left serve those that came, since making them would cost a frame.
  const slots = Math.ceil(viewport / rowHeight) + 1 + 2 * AROUND;
  const sight = { left: box.current?.scrollLeft ?? 0, width };
  const isDrawn = active !== null && active >= drawn.from && active < drawn.to;
  return (
    <div
      ref={box}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows + 1}
      aria-colcount={widths.length}
      aria-activedescendant={isDrawn ? rowId(active) : undefined}
      style={style}
      onScroll={(event) => {
        scroller.scrolled(event.currentTarget.scrollTop);
        stepped();
      }}
      onWheel={onWheel}
    >
      {head}
      <div class="spacer" role="presentation" style={{ height: `${spacerHeight(extent)}px` }}>
        <div class="window" role="presentation">
          <div
            role="rowgroup"
            class="rows"
            style={{ transform: `translateY(${drawn.from * rowHeight - top}px)` }}
          >
            {Array.from({ length: drawn.to - drawn.from }, (_, at) =>
              row(drawn.from + at, (drawn.from + at) % slots, sight),
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

export const rowId = (position: number): string => `rollout-${position}`;
