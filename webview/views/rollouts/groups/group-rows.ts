import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type {
  Cell,
  Filter,
  GroupOrder,
  RolloutGroup,
  StoreRow,
  StoreView,
} from '../../../../core/protocol/store';
import type { Host } from '../../../base/host';
import { groupOrders, type GroupState } from '../state';
import type { TableRow } from '../table/page-cache';
import { RowSource, type LoadPage } from '../table/row-source';

/** What the scroller holds of a group: its values, and its filter as JSON, since rows hold cells. */
const CELLS: readonly string[] = [...groupOrders.map(({ id }) => id), 'filter'];

/** A value of a group; undefined while it is read. */
export const groupCell = (row: TableRow | undefined, column: GroupOrder): Cell | undefined =>
  row?.cell(column);

export function groupFilter(row: TableRow): Filter {
  return JSON.parse(String(row.cell('filter'))) as Filter;
}

function rowOf({ filter, ...group }: RolloutGroup, columns: readonly string[]): StoreRow {
  const cells: Readonly<Record<string, Cell>> = { ...group, filter: JSON.stringify(filter) };
  return { file: 0, index: 0, sample: 0, values: columns.map((id) => cells[id] ?? null) };
}

/** Pages of groups for a source of rows. */
export function groupLoader(
  { channel }: Pick<Host<RolloutsView>, 'channel'>,
  by: GroupState['by'],
): LoadPage {
  return async ({ view: { filter, sort }, columns, snapshot, from, count }, signal) => {
    const [key] = sort;
    const order = groupOrders.find(({ id }) => id === key?.column)?.id ?? 'key';
    const page = await channel.call(
      'rollouts/groups',
      { by, filter, sort: { by: order, descending: key?.descending ?? false }, snapshot, from, count },
      { signal, timeout: Infinity },
    );
    const { generation, groups, total } = page;
    return {
      ...{ generation, snapshot: page.snapshot, from, rows: groups.map((group) => rowOf(group, columns)) },
      ...{ matches: total, inWork: total, files: {} },
    };
  };
}

/** The groups as rows of a table, drawn again whenever they change. */
export function useGroupRows(
  host: Host<RolloutsView>,
  filter: Filter | null,
  { by, order, descending }: GroupState,
  generation: number,
): RowSource {
  const [, draw] = useState(0);
  const source = useMemo(
    () => new RowSource(groupLoader(host, by), () => draw((count) => count + 1)),
    [host, by],
  );
  const view = useMemo<StoreView>(
    () => ({ filter, sort: [{ column: order, descending }] }),
    [filter, order, descending],
  );
  useEffect(() => () => source.close(), [source]);
  useEffect(() => source.choose(CELLS), [source]);
  useEffect(() => {
    // Of the same view what is in sight stays until the groups of now are there.
    if (source.view === view) source.renew();
    else source.show(view);
  }, [source, view, generation]);
  return source;
}
