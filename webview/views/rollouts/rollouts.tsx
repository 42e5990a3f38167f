import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { parseFilter } from '../../../core/store/filter/parse';
import type { RolloutsView } from '../../../core/protocol/panels/rollouts';
import type { ColumnValues, Filter, StoreView } from '../../../core/protocol/store';
import { announce } from '../../base/announce';
import { messageOf } from '../../../core/message-of';
import { Failed, Loading } from '../../base/status';
import { useViewState } from '../../base/use-view-state';
import type { View, ViewProps } from '../../base/view';
import { explicit, movedTo, resized, shownColumns } from './columns/choice';
import { Chooser } from './columns/chooser';
import { Detail } from './detail/detail';
import { FilterBar } from './filter/filter-bar';
import { lineWith } from './filter/conditions';
import { Groups } from './groups/groups';
import { KeysDialog } from './keys-dialog';
import { Nothing } from './nothing';
import './rollouts.css';
import './filter/filter.css';
import './table/table.css';
import './dialogs.css';
import { Split } from './splitter';
import { readState, sortedBy } from './state';
import { SqlBox } from './sql/sql-box';
import { StateLine } from './status/state-line';
import type { TableHandle } from './table/grid';
import { Table } from './table/table';
import { useActive } from './use-active';
import { useCommands } from './use-commands';
import { useFollow } from './use-follow';
import { useRows } from './use-rows';
import { useColumns, useSame, useSet } from './use-set';

/** Values of a column that are suggested. */
const SUGGESTED = 20;

/** All rollouts of a set as a table, and one of them beside it. */
function Rollouts({ host, subject, events }: ViewProps<RolloutsView>) {
  const [asksAnew] = useState(() => {
    const kept = host.viewState as { readonly asked?: unknown } | undefined;
    return subject.rollout !== null && kept?.asked !== readState(undefined, subject).asked;
  });
  const [state, change] = useViewState(host, (stored) => readState(stored, subject));
  const set = useSet(host);
  const { choice, choose } = useColumns(host);
  const infos = set.columns;
  const ready = infos.length > 0 && choice !== undefined;
  const columns = useSame(useMemo(() => shownColumns(infos, choice ?? null), [infos, choice]));
  const ids = useMemo(() => columns.map(({ info }) => info.id), [columns]);
  const parsed = useMemo(() => parseFilter(state.text, infos), [state.text, infos]);
  // A line with a fault leaves in sight what was there.
  const lastGood = useRef<Filter | null>(null);
  if (ready && parsed.fault === null) lastGood.current = parsed.filter;
  const filter = useSame(lastGood.current);
  const sort = useSame(state.sort.filter(({ column }) => infos.some(({ id }) => id === column)));
  const view = useMemo<StoreView>(() => ({ filter, sort }), [filter, sort]);
  const { source, version } = useRows(host, {
    view: ready ? view : null,
    columns: ids,
    first: ready ? set.first : null,
    from: state.row,
  });
  source.reading = set.state === null || set.state.phase === 'listing' || set.state.phase === 'reading';

  const table = useRef<TableHandle | null>(null);
  const groups = useRef<TableHandle | null>(null);
  const filterField = useRef<HTMLInputElement | null>(null);
  const searchField = useRef<HTMLInputElement | null>(null);
  const [dialog, setDialog] = useState<'keys' | 'columns' | null>(null);
  const active = useActive({ host, source, version, table, state, change, asked: asksAnew });
  // What was asked for is followed once, not again after a reload.
  useEffect(() => change({}), [change]);
  useEffect(() => events.on('rollouts/show', (rollout) => active.goTo(rollout)));
  useEffect(() => events.on('rollouts/filter', ({ text }) => change({ text })), [events, change]);

  const offer = useFollow({
    source,
    state: ready ? set.state : null,
    sorted: sort.length > 0,
    table,
    active,
  });
  const values = useMemo(
    () =>
      (column: string, text: string, signal: AbortSignal): Promise<ColumnValues> =>
        host.channel.call(
          'rollouts/values',
          { column, filter: null, text, count: SUGGESTED },
          { signal, timeout: Infinity },
        ),
    [host],
  );
  const [refused, setRefused] = useState<string | null>(null);
  /** Waits for what was asked for, and tells where it was refused. */
  const ask = (call: Promise<void>): void => {
    setRefused(null);
    call.catch((error: unknown) => setRefused(messageOf(error)));
  };
  const trouble = set.message ?? source.message ?? refused;
  const retry = (): void => {
    setRefused(null);
    if (set.message !== null) set.retry();
    else if (source.message !== null) source.retry();
  };
  const focusRows = (): void => {
    if (state.group) groups.current?.focus();
    else table.current?.focus();
  };
  const close = (): void => {
    change({ opened: null });
    focusRows();
  };
  // The groups had the focus, and are gone.
  const grouped = state.group !== null;
  const wasGrouped = useRef(grouped);
  useEffect(() => {
    if (wasGrouped.current && !grouped && document.activeElement === document.body) table.current?.focus();
    wasGrouped.current = grouped;
  }, [grouped]);
  useCommands({
    active,
    rows: source.rows,
    table,
    state,
    change,
    focusRows,
    close,
    focusFilter: () => filterField.current?.focus(),
    focusSearch: () => searchField.current?.focus(),
    showKeys: () => setDialog('keys'),
  });

  if (set.message !== null && source.rows === 0) return <Failed message={set.message} retry={set.retry} />;
  if (!ready) return <Loading what={`Opening ${subject.name}`} />;
  const nothing = source.rows === 0 && (source.settled || set.state === null);
  return (
    <div class="rollouts">
      <div class="top">
        <h1>{subject.name}</h1>
        <StateLine
          listed={source.rows}
          state={set.state}
          before={set.first}
          offer={offer}
          busy={source.renewing}
          onTake={() => source.renew()}
          onStop={() => ask(host.channel.call('rollouts/stop', null))}
          onResume={() => ask(host.channel.call('rollouts/resume', null))}
        />
      </div>
      <FilterBar
        host={host}
        state={state}
        change={change}
        columns={infos}
        filter={filter}
        broken={parsed.fault !== null}
        failed={source.message !== null}
        values={values}
        filterField={filterField}
        searchField={searchField}
        onLeave={focusRows}
        onCopyLink={() =>
          ask(
            host.channel
              .call('rollouts/copyLink', { rollout: null, filter: state.text })
              .then(() => announce('The link is on the clipboard.')),
          )
        }
        onColumns={() => setDialog('columns')}
        onKeys={() => setDialog('keys')}
      />
      <SqlBox
        host={host}
        columns={infos}
        sql={state.sql}
        open={state.sqlOpen}
        onSql={(sql) => change({ sql })}
        onToggle={(sqlOpen) => change({ sqlOpen })}
      />
      {trouble === null ? null : (
        <div class="toolbar trouble" role="alert">
          <span>{trouble}</span>
          <vscode-button onClick={retry}>{trouble === refused ? 'Close' : 'Try Again'}</vscode-button>
        </div>
      )}
      <Split
        split={state.split}
        onSplit={(split) => change({ split })}
        first={
          <div class="pane">
            {state.group ? (
              <Groups
                host={host}
                filter={filter}
                group={state.group}
                generation={set.state?.phase === 'reading' ? 0 : (set.state?.generation ?? 0)}
                table={groups}
                onGroup={(group) => change({ group })}
                onOpen={(rollouts) => change({ group: null, text: lineWith(filter, rollouts) })}
              />
            ) : (
              <Table
                label={`Rollouts of ${subject.name}`}
                source={source}
                columns={columns}
                sort={sort}
                active={active.position}
                opened={state.opened}
                handle={table}
                firstRow={state.row}
                onSort={(column, add) => change({ sort: sortedBy(state.sort, column, add) })}
                onResize={(column, width) => choose(resized(explicit(infos, choice ?? null), column, width))}
                onMove={(column, place) => choose(movedTo(explicit(infos, choice ?? null), column, place))}
                onChoose={(position) => (state.opened ? active.open(position) : active.choose(position))}
                onOpen={active.open}
                onRest={() => {
                  const row = table.current?.place().row;
                  if (row !== undefined && row !== state.row) change({ row });
                }}
              />
            )}
            {nothing && !state.group ? (
              <Nothing
                reading={source.reading}
                filtered={filter !== null}
                onClear={() => {
                  change({ text: '' });
                  focusRows();
                }}
              />
            ) : null}
          </div>
        }
        second={
          state.opened ? (
            <div class="pane beside">
              <Detail host={host} rollout={state.opened} onClose={close} tell={announce} />
            </div>
          ) : null
        }
      />
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'columns' ? (
        <Chooser columns={infos} choice={choice} choose={choose} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  );
}

export const rolloutsView: View<RolloutsView> = {
  component: Rollouts,
  events: ['rollouts/show', 'rollouts/filter'],
};
