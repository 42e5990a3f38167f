import { useRef, useState } from 'preact/hooks';
import type { SortKey } from '../../../../core/protocol/store';
import { announce } from '../../../base/announce';
import type { ShownColumn } from '../columns/choice';
import { cellClass } from './row';

interface HeadProps {
  readonly columns: readonly ShownColumn[];
  readonly sort: readonly SortKey[];
  readonly onSort: (column: string, add: boolean) => void;
  readonly onResize: (column: string, width: number) => void;
  /** Puts a column in the place of another. */
  readonly onMove: (column: string, place: string) => void;
}

/** Pixels by which a key widens a column. */
const STEP = 16;

/**
 * The heads of the columns: a click or Enter sorts, with Shift as a further key. Dragging a head moves its column,
 * dragging its right edge resizes it; by keyboard the arrows walk, with Shift they resize, with Ctrl+Shift they move.
 */
export function Head({ columns, sort, onSort, onResize, onMove }: HeadProps) {
  const box = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState(0);
  const [dragged, setDragged] = useState<string | null>(null);
  const reached = Math.min(tab, columns.length - 1);

  const focus = (at: number): void => {
    const bounded = Math.max(0, Math.min(columns.length - 1, at));
    setTab(bounded);
    box.current?.querySelectorAll<HTMLElement>('button')[bounded]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const column = columns[at];
    if (!column || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const side = event.key === 'ArrowRight' ? 1 : -1;
    if (event.shiftKey && event.ctrlKey) {
      const place = columns[at + side];
      if (place) {
        onMove(column.info.id, place.info.id);
        announce(`${column.info.title} is column ${at + side + 1} of ${columns.length}.`);
        setTab(at + side);
        requestAnimationFrame(() => focus(at + side));
      }
    } else if (event.shiftKey) onResize(column.info.id, column.width + side * STEP);
    else focus(at + side);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={box} class="grid-head" role="row" aria-rowindex={1}>
      <div role="columnheader" class="position">
        Row
      </div>
      <div role="columnheader" class="cell">
        Rollout
      </div>
      {columns.map(({ info, width }, at) => {
        const key = sort.findIndex(({ column }) => column === info.id);
        const held = sort[key];
        return (
          <div
            key={info.id}
            role="columnheader"
            class={`${cellClass(info.kind)}${dragged !== null && dragged !== info.id ? ' target' : ''}`}
            aria-sort={held ? (held.descending ? 'descending' : 'ascending') : 'none'}
            draggable
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', info.title);
              setDragged(info.id);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) onMove(dragged, info.id);
              setDragged(null);
            }}
          >
            <button
              type="button"
              tabIndex={at === reached ? 0 : -1}
              title={`${info.title} (${info.id})\n${info.explanation}\n\nClick: sort; Shift+click: sort by this too. Shift+←/→: resize; Ctrl+Shift+←/→: move.`}
              onClick={(event) => onSort(info.id, event.shiftKey)}
              onFocus={() => setTab(at)}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              <span class="title">{info.title}</span>
              {held ? (
                <span class="order" aria-hidden="true">
                  {held.descending ? '▼' : '▲'}
                  {sort.length > 1 ? key + 1 : ''}
                </span>
              ) : null}
              {held && sort.length > 1 ? <span class="sr-only">, key {key + 1}</span> : null}
            </button>
            <Grip width={width} onResize={(next) => onResize(info.id, next)} />
          </div>
        );
      })}
    </div>
  );
}

/** The right edge of a head, to drag. Keys do the same on the head itself. */
function Grip({ width, onResize }: { readonly width: number; readonly onResize: (width: number) => void }) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  return (
    <span
      class="grip"
      aria-hidden="true"
      draggable
      // What is dragged here is the edge, not the column.
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => {
        if (from.current) onResize(from.current.width + event.clientX - from.current.x);
      }}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
    />
  );
}
