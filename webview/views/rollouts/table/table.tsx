import { useRef } from 'preact/hooks';
import type { RolloutAddress } from '../../../../core/protocol/rollout-uri';
import type { SortKey } from '../../../../core/protocol/store';
import type { ShownColumn } from '../columns/choice';
import { Grid, rowId, type GridProps } from './grid';
import { Head } from './head';
import { columnsInSight, type ColumnsInSight, type Sight } from './in-sight';
import { Row } from './row';

interface TableProps extends Omit<GridProps, 'widths' | 'head' | 'row'> {
  readonly columns: readonly ShownColumn[];
  readonly sort: readonly SortKey[];
  /** The rollout that is shown beside. */
  readonly opened: RolloutAddress | null;
  readonly onSort: (column: string, add: boolean) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onMove: (column: string, place: string) => void;
  readonly onChoose: (position: number) => void;
  readonly onOpen: (position: number) => void;
}

/** Width of the cell with a rollout's name. */
const NAME_WIDTH = 160;

/** The rollouts. */
export function Table(props: TableProps) {
  const { source, columns, active, opened, onChoose, onOpen } = props;
  const front = [numberWidth(source.rows), NAME_WIDTH];
  const shownIn = useShown(columns, numberWidth(source.rows) + NAME_WIDTH);
  return (
    <Grid
      {...props}
      widths={[...front, ...columns.map(({ width }) => width)]}
      head={<Head {...props} />}
      row={(position, slot, sight) => {
        const row = source.row(position);
        return (
          <Row
            key={slot}
            id={rowId(position)}
            position={position}
            row={row}
            shown={shownIn(sight)}
            active={position === active}
            opened={row !== undefined && opened !== null && isSame(row, opened)}
            onChoose={onChoose}
            onOpen={onOpen}
          />
        );
      }}
    />
  );
}

export function isSame(a: RolloutAddress, b: RolloutAddress): boolean {
  return a.index === b.index && a.sample === b.sample && a.file === b.file;
}

/** Width of the cell with a row's number. */
const numberWidth = (rows: number): number => 34 + 8 * String(rows).length;

/** The columns in sight: the same object as long as they are the same, so that rows need not be drawn again. */
function useShown(columns: readonly ShownColumn[], start: number): (sight: Sight) => ColumnsInSight {
  const kept = useRef<ColumnsInSight>({ before: 0, columns: [] });
  return (sight) => {
    const next = columnsInSight(columns, start, sight);
    const { before, columns: shown } = kept.current;
    const isOther =
      before !== next.before ||
      shown.length !== next.columns.length ||
      shown.some((each, at) => each !== next.columns[at]);
    if (isOther) kept.current = next;
    return kept.current;
  };
}
