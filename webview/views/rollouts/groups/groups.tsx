import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { Filter, GroupOrder } from '../../../../core/protocol/store';
import type { Host } from '../../../base/host';
import { Failed, Loading } from '../../../base/status';
import { counted } from '../../../base/words';
import { commandOf, moved } from '../keys';
import { groupings, type GroupState } from '../state';
import { Grid, type TableHandle } from '../table/grid';
import { GroupHead } from './group-head';
import { GroupRow } from './group-row';
import { groupFilter, useGroupRows } from './group-rows';

interface GroupsProps {
  readonly host: Host<RolloutsView>;
  readonly filter: Filter | null;
  readonly group: GroupState;
  /** Changes when the groups may have changed. */
  readonly generation: number;
  readonly table: RefObject<TableHandle | null>;
  readonly onGroup: (group: GroupState) => void;
  /** The rollouts that a filter leaves are wanted. */
  readonly onOpen: (filter: Filter) => void;
}

/** Widths of the columns, in pixels: the first one takes what is left (`table.css`). */
const WIDTHS: readonly number[] = [320, 90, 100, 160, 70, 90, 90];

/** Rollouts by what they have in common, however many groups there are. */
export function Groups({ host, filter, group, generation, table, onGroup, onOpen }: GroupsProps) {
  const source = useGroupRows(host, filter, group, generation);
  const [active, setActive] = useState(0);
  const focused = useRef(false);
  const { rows, view } = source;
  const ready = source.snapshot !== null;
  useEffect(() => {
    setActive(0);
    table.current?.put(0);
  }, [source, view]);
  useEffect(() => {
    // The table that had the focus is gone: what took its place takes the focus too.
    if (focused.current || !ready) return;
    focused.current = true;
    table.current?.focus();
  }, [ready]);
  // There may be fewer than there were.
  const chosen = Math.max(0, Math.min(active, rows - 1));

  const open = (position: number): void => {
    const row = source.row(position);
    if (row) onOpen(groupFilter(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const inGrid = event.target instanceof Element && event.target.getAttribute('role') === 'grid';
    const command = inGrid ? commandOf(event, 'grid') : null;
    if (command === null || rows === 0) return;
    if (command === 'open') open(chosen);
    else {
      const to = MOVES.has(command) ? moved(command, chosen, rows, table.current?.page() ?? 1) : null;
      if (to === null) return;
      setActive(to);
      table.current?.show(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const sortBy = (order: GroupOrder): void =>
    onGroup({ ...group, order, descending: group.order === order ? !group.descending : order !== 'key' });

  return (
    <div class="groups" onKeyDown={onKeyDown}>
      <div class="toolbar">
        <label for="group-by">Group by</label>
        <select
          id="group-by"
          value={group.by}
          onChange={(event) => {
            const by = groupings.find(({ id }) => id === event.currentTarget.value)?.id;
            if (by) onGroup({ ...group, by });
          }}
        >
          {groupings.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <span class="quiet" role="status">
          {ready ? counted(rows, 'group') : ''}
          {source.renewing && ready ? ', reading…' : ''}
        </span>
        <span class="quiet">Enter shows the rollouts of a group</span>
      </div>
      {source.message === null ? null : <Failed message={source.message} retry={() => source.retry()} />}
      {ready ? (
        <Grid
          label="Groups of rollouts"
          source={source}
          widths={WIDTHS}
          head={<GroupHead group={group} onSort={sortBy} />}
          row={(position, slot) => (
            <GroupRow
              key={slot}
              position={position}
              row={source.row(position)}
              active={position === chosen}
              onChoose={setActive}
              onOpen={open}
            />
          )}
          active={rows > 0 ? chosen : null}
          handle={table}
          firstRow={0}
          onRest={() => undefined}
        />
      ) : source.message === null ? (
        <Loading what="Grouping the rollouts" />
      ) : null}
    </div>
  );
}

const MOVES: ReadonlySet<string> = new Set(['down', 'up', 'page-down', 'page-up', 'first', 'last']);
