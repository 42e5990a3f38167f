import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RolloutAddress } from '../../../../core/protocol/rollout-uri';
import type { SortKey } from '../../../../core/protocol/store';
import type { ShownColumn } from '../columns/choice';
import { Head } from './head';
import { HeldPlace, HOLD_MS } from './held-place';
import { columnsInSight, type ColumnsInSight } from './in-sight';
import { Row } from './row';
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

interface TableProps {
  readonly label: string;
  readonly source: RowSource;
  readonly columns: readonly ShownColumn[];
  readonly sort: readonly SortKey[];
  /** Position of the active row; null for none. */
  readonly active: number | null;
  /** The rollout that is shown beside. */
  readonly opened: RolloutAddress | null;
  readonly handle: RefObject<TableHandle | null>;
  /** Position of the row at the upper edge in the beginning. */
  readonly firstRow: number;
  readonly onSort: (column: string, add: boolean) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onMove: (column: string, place: string) => void;
  readonly onChoose: (position: number) => void;
  readonly onOpen: (position: number) => void;
  /** The table came to rest. */
  readonly onRest: () => void;
}

/** Rows that are drawn above and below those in sight. */
const AROUND = 4;
/** Milliseconds without a step after which the table rests. */
const REST_MS = 150;
/** Widths in front of the columns: of the position, which grows with the table, and of the name. */
const NAME_WIDTH = 160;

/** The rollouts, however many: a row is drawn only while it is in sight or nearly so. */
export function Table(props: TableProps) {
  const { label, source, columns, active, opened, handle, firstRow, onChoose, onOpen, onRest } = props;
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

  const numberWidth = 34 + 8 * String(rows).length;
  const widths = [numberWidth, NAME_WIDTH, ...columns.map((column) => column.width)];
  const left = box.current?.scrollLeft ?? 0;
  const shown = useSameColumns(columnsInSight(columns, numberWidth + NAME_WIDTH, { left, width }));
  const style = {
    '--row': `${rowHeight}px`,
    '--columns': widths.map((width) => `${width}px`).join(' '),
    '--width': `${widths.reduce((sum, each) => sum + each, 0)}px`,
  };
  // As many as are ever drawn: elements of rows that left serve those that came, since making them would cost a frame.
  const pool = Math.ceil(viewport / rowHeight) + 1 + 2 * AROUND;
  const inSight = active !== null && active >= drawn.from && active < drawn.to;
  return (
    <div
      ref={box}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows + 1}
      aria-colcount={columns.length + 2}
      aria-activedescendant={inSight ? rowId(active) : undefined}
      style={style}
      onScroll={(event) => {
        scroller.scrolled(event.currentTarget.scrollTop);
        stepped();
      }}
      onWheel={onWheel}
    >
      <Head {...props} />
      <div class="spacer" role="presentation" style={{ height: `${spacerHeight(extent)}px` }}>
        <div class="window" role="presentation">
          <div
            role="rowgroup"
            class="rows"
            style={{ transform: `translateY(${drawn.from * rowHeight - top}px)` }}
          >
            {Array.from({ length: drawn.to - drawn.from }, (_, at) => {
              const position = drawn.from + at;
              const row = source.row(position);
              return (
                <Row
                  key={position % pool}
                  id={rowId(position)}
                  position={position}
                  row={row}
                  shown={shown}
                  active={position === active}
                  opened={row !== undefined && opened !== null && isSame(row, opened)}
                  onChoose={onChoose}
                  onOpen={onOpen}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

export function isSame(a: RolloutAddress, b: RolloutAddress): boolean {
  return a.index === b.index && a.sample === b.sample && a.file === b.file;
}

const rowId = (position: number): string => `rollout-${position}`;

/** Height of a row, in whole pixels: the letters of the theme decide. */
function useRowHeight(): number {
  return useMemo(
    () => Math.max(20, Math.round(parseFloat(getComputedStyle(document.body).fontSize) * 1.8)),
    [],
  );
}

/** The same object as long as the same columns are in sight, so that rows need not be drawn again. */
function useSameColumns(next: ColumnsInSight): ColumnsInSight {
  const kept = useRef(next);
  const { columns } = kept.current;
  const isSame =
    columns.length === next.columns.length && columns.every((each, at) => each === next.columns[at]);
  if (!isSame || kept.current.before !== next.before) kept.current = next;
  return kept.current;
}

/** Size of what is in sight of the rows, below the head. */
function useViewport(
  box: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void =>
      setSize({ width: element.clientWidth, height: Math.max(0, element.clientHeight - rowHeight) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, rowHeight]);
  return size;
}
