import { Component } from 'preact';
import { rolloutName } from '../../../../core/protocol/rollout-uri';
import type { ColumnKind } from '../../../../core/protocol/store';
import { whole } from '../../../base/words';
import { CellValue, fullText } from './cell';
import type { ColumnsInSight } from './in-sight';
import type { TableRow } from './page-cache';

interface RowProps {
  readonly id: string;
  readonly position: number;
  /** Undefined while it is read: the row then has its number alone. */
  readonly row: TableRow | undefined;
  readonly shown: ColumnsInSight;
  readonly active: boolean;
  readonly opened: boolean;
  readonly onChoose: (position: number) => void;
  readonly onOpen: (position: number) => void;
}

/** One rollout of the table; drawn again only when something of it changed. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return (
      now.row !== next.row ||
      now.position !== next.position ||
      now.shown !== next.shown ||
      now.active !== next.active ||
      now.opened !== next.opened
    );
  }

  override render() {
    const { id, position, row, shown, active, opened, onChoose, onOpen } = this.props;
    const name = row ? rolloutName(row) : '…';
    const mark = Math.max(0, name.lastIndexOf('#'));
    return (
      <div
        id={id}
        role="row"
        class={`grid-row${position % 2 === 1 ? ' odd' : ''}`}
        aria-rowindex={position + 2}
        aria-selected={active}
        aria-busy={row === undefined}
        onClick={() => onChoose(position)}
        onDblClick={() => onOpen(position)}
      >
        <div
          role="rowheader"
          aria-colindex={1}
          class="position"
          title={row ? `${name}\n${row.file}` : undefined}
        >
          <span class="mark" aria-hidden="true">
            {opened ? '▸' : ''}
          </span>
          {opened ? <span class="sr-only">shown beside: </span> : null}
          {whole(position + 1)}
        </div>
        <div role="gridcell" aria-colindex={2} class="cell name quiet" title={row?.file}>
          <span class="file" dir="auto">
            {name.slice(0, mark)}
          </span>
          <span>{name.slice(mark)}</span>
        </div>
        {shown.columns.map(({ info }, at) => {
          const value = row?.cell(info.id);
          return (
            <div
              key={info.id}
              role="gridcell"
              aria-colindex={shown.before + at + 3}
              class={cellClass(info.kind)}
              style={at === 0 ? { gridColumnStart: shown.before + 3 } : undefined}
              title={fullText(value)}
            >
              <CellValue kind={info.kind} value={value} />
            </div>
          );
        })}
      </div>
    );
  }
}

export function cellClass(kind: ColumnKind): string {
  return kind === 'integer' || kind === 'number' ? 'cell number' : kind === 'flag' ? 'cell flag' : 'cell';
}
