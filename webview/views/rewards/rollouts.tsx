import { useEffect, useRef } from 'preact/hooks';
import type { RewardsView } from '../../../core/protocol/panels/rewards';
import type { RewardRow } from '../../../core/protocol/rewards';
import { addressKey } from '../../../core/protocol/rollout-uri';
import { announce } from '../../base/announce';
import type { Host } from '../../base/host';
import { List } from '../../base/list';
import { Failed, Loading } from '../../base/status';
import { counted, whole } from '../../base/words';
import type { CheckedElement, ValueElement } from '../../ui';
import { Row, RowHead } from './row';
import { orders, PAGE, type RewardsState } from './state';
import { useRows } from './use-rows';

interface RolloutsProps {
  readonly host: Host<RewardsView>;
  readonly step: number | null;
  /** What the point is called. */
  readonly label: string;
  readonly state: RewardsState;
  /** Changes when the rollouts have to be read again. */
  readonly version: number;
  /** Whether the reader is just opening the point: the list then takes the focus. */
  readonly opening: boolean;
  readonly change: (part: Partial<RewardsState>) => void;
  /** Called once the rows are there. */
  readonly onReady: () => void;
  readonly onOpen: (row: RewardRow) => void;
}

/** The rollouts behind a point, in an order of choice. */
export function Rollouts({
  host,
  step,
  label,
  state,
  version,
  opening,
  change,
  onReady,
  onOpen,
}: RolloutsProps) {
  const page = useRows(host, step, state, version);
  const shown = page.state === 'ready' ? page.value : page.stale;
  const box = useRef<HTMLDivElement>(null);
  const ready = page.state === 'ready';

  useEffect(() => {
    if (!ready) return;
    onReady();
    if (!opening) return;
    box.current?.querySelector<HTMLElement>('[role=listbox]')?.focus({ preventScroll: true });
    // With its heading on top there is room below for what is chosen in the list.
    box.current?.closest('section')?.scrollIntoView({ block: 'start' });
    announce(`${label}: ${counted(page.value.total, 'rollout')}.`);
  }, [ready, opening]);

  return (
    <div ref={box} class="rollouts">
      <Order state={state} change={change} />
      {page.state === 'failed' ? <Failed message={page.message} retry={page.retry} /> : null}
      {shown === null && page.state === 'loading' ? (
        <Loading what="Reading the rollouts" cancel={page.cancel} />
      ) : null}
      {shown && shown.rows.length === 0 && ready ? (
        <p>{state.differing ? 'The two rewards differ for none of them.' : 'There are none.'}</p>
      ) : null}
      {shown && shown.rows.length > 0 ? (
        <>
          <RowHead />
          <List
            label={`Rollouts: ${label}`}
            items={shown.rows}
            keyOf={addressKey}
            selected={state.rollout && addressKey(state.rollout)}
            onSelect={({ file, index, sample }) => change({ rollout: { file, index, sample } })}
            onOpen={onOpen}
          >
            {(row) => <Row row={row} />}
          </List>
          <p class="toolbar">
            <span class="quiet">
              {whole(shown.rows.length)} of {counted(shown.total, 'rollout')}
            </span>
            {shown.rows.length < shown.total ? (
              <vscode-button
                appearance="secondary"
                disabled={!ready}
                onClick={() => change({ rows: shown.rows.length + PAGE })}
              >
                Show {Math.min(PAGE, shown.total - shown.rows.length)} More
              </vscode-button>
            ) : null}
          </p>
        </>
      ) : null}
    </div>
  );
}

/** In which order, and whether all of them. A new order begins with the first page again. */
function Order({ state, change }: Pick<RolloutsProps, 'state' | 'change'>) {
  return (
    <div class="toolbar">
      <span aria-hidden="true">Sort by</span>
      <vscode-dropdown
        aria-label="Sort rollouts by"
        value={state.sort}
        onChange={(event) => {
          const { value } = event.currentTarget as unknown as ValueElement;
          const sort = orders.find(({ id }) => id === value)?.id;
          // What stands out is wanted first: the greatest difference, but the least of the rewards.
          if (sort && sort !== state.sort) change({ sort, descending: sort === 'difference', rows: PAGE });
        }}
      >
        {orders.map(({ id, title }) => (
          <vscode-option key={id} value={id} selected={id === state.sort}>
            {title}
          </vscode-option>
        ))}
      </vscode-dropdown>
      <vscode-button
        appearance="secondary"
        aria-label={`Order: ${state.descending ? 'descending' : 'ascending'}`}
        onClick={() => change({ descending: !state.descending, rows: PAGE })}
      >
        {state.descending ? '↓ Descending' : '↑ Ascending'}
      </vscode-button>
      <vscode-checkbox
        checked={state.differing}
        onChange={(event) =>
          change({ differing: (event.currentTarget as unknown as CheckedElement).checked, rows: PAGE })
        }
      >
        Only where they differ
      </vscode-checkbox>
    </div>
  );
}
