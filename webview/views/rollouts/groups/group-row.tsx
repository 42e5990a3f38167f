import { whole } from '../../../base/words';
import { shown } from '../../../chart/series';
import { groupOrders } from '../state';
import type { TableRow } from '../table/page-cache';
import { rowId } from '../table/grid';
import { groupCell } from './group-rows';

/** Characters of a question that are drawn; the rest is in the hint. */
const MOST_SHOWN = 300;

interface GroupRowProps {
  readonly position: number;
  /** Undefined while it is read. */
  readonly row: TableRow | undefined;
  readonly active: boolean;
  readonly onChoose: (position: number) => void;
  readonly onOpen: (position: number) => void;
}

/** Rollouts that have something in common: how many, how good, and how different from each other. */
export function GroupRow({ position, row, active, onChoose, onOpen }: GroupRowProps) {
  const key = groupCell(row, 'key');
  return (
    <div
      id={rowId(position)}
      role="row"
      class={`grid-row${position % 2 === 1 ? ' odd' : ''}`}
      aria-rowindex={position + 2}
      aria-selected={active}
      aria-busy={row === undefined}
      onClick={() => onChoose(position)}
      onDblClick={() => onOpen(position)}
    >
      <div role="rowheader" class="cell key" dir="auto" title={key === null ? undefined : String(key ?? '')}>
        {key === null ? (
          <span class="quiet">none</span>
        ) : key === undefined ? (
          '…'
        ) : (
          String(key).slice(0, MOST_SHOWN)
        )}
      </div>
      {groupOrders.slice(1).map(({ id }) => {
        const value = groupCell(row, id);
        if (value === undefined) return <div key={id} role="gridcell" class="cell number" />;
        if (id === 'rollouts')
          return (
            <div key={id} role="gridcell" class="cell number">
              {whole(Number(value))}
            </div>
          );
        const note = id === 'spread' && value === 0 ? 'no advantage' : '';
        return <Mean key={id} value={typeof value === 'number' ? value : null} note={note} />;
      })}
    </div>
  );
}

function Mean({ value, note }: { readonly value: number | null; readonly note: string }) {
  return (
    <div
      role="gridcell"
      class="cell number"
      title={value === null ? 'unknown for all of them' : String(value)}
    >
      {note === '' ? '' : <span class="quiet">{note} </span>}
      {shown(value)}
    </div>
  );
}
