import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { Filter, GroupOrder, GroupsPage, RolloutGroup } from '../../../../core/protocol/store';
import type { Host } from '../../../base/host';
import { Failed, Loading } from '../../../base/status';
import { useCall } from '../../../base/use-call';
import { counted, whole } from '../../../base/words';
import { shown } from '../../../chart/series';
import { groupOrders, groupings, type GroupState } from '../state';

interface GroupsProps {
  readonly host: Host<RolloutsView>;
  readonly filter: Filter | null;
  readonly group: GroupState;
  /** Changes when the groups may have changed. */
  readonly generation: number;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onGroup: (group: GroupState) => void;
  /** The rollouts of a group are wanted. */
  readonly onOpen: (group: RolloutGroup) => void;
}

/** Groups that are read at first, and with each "more". */
const PAGE = 200;
/** Most groups one call answers with. */
const MOST_A_CALL = 500;

/** Rollouts by what they have in common: how many, how good, and how different from each other. */
export function Groups({ host, filter, group, generation, box, onGroup, onOpen }: GroupsProps) {
  const [wanted, setWanted] = useState(PAGE);
  const [active, setActive] = useState(0);
  const focused = useRef(false);
  const key = JSON.stringify([filter, group]);
  useEffect(() => {
    setWanted(PAGE);
    setActive(0);
  }, [key]);
  const held = useCall<GroupsPage & { readonly key: string }>(
    async ({ signal }) => {
      const { by, order, descending } = group;
      const groups: RolloutGroup[] = [];
      let page: GroupsPage;
      do {
        page = await host.channel.call(
          'rollouts/groups',
          {
            by,
            filter,
            sort: { by: order, descending },
            from: groups.length,
            count: Math.min(MOST_A_CALL, wanted - groups.length),
          },
          { signal, timeout: Infinity },
        );
        groups.push(...page.groups);
      } while (page.groups.length > 0 && groups.length < Math.min(wanted, page.total));
      return { ...page, groups, key };
    },
    [host, key, wanted, generation],
  );
  const page = held.state === 'ready' ? held.value : held.stale;
  const groups = page?.groups ?? [];
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    // The table that had the focus is gone: what took its place takes the focus too.
    if (focused.current || !page) return;
    focused.current = true;
    box.current?.focus({ preventScroll: true });
  }, [page]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const rows = 10;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      Home: 0,
      End: groups.length - 1,
      PageDown: active + rows,
      PageUp: active - rows,
    };
    if (event.ctrlKey || event.altKey || event.metaKey || event.target !== box.current) return;
    const step = steps[event.key];
    const chosen = groups[active];
    if (step !== undefined) setActive(Math.max(0, Math.min(groups.length - 1, step)));
    else if ((event.key === 'Enter' || event.key === 'o') && chosen) onOpen(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const sortBy = (order: GroupOrder): void =>
    onGroup({ ...group, order, descending: group.order === order ? !group.descending : order !== 'key' });

  return (
    <div class="groups">
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
          {page ? counted(page.total, 'group') : ''}
          {held.state === 'loading' && page ? ', reading…' : ''}
        </span>
        <span class="quiet">Enter shows the rollouts of a group</span>
      </div>
      {held.state === 'failed' ? <Failed message={held.message} retry={held.retry} /> : null}
      {!page && held.state === 'loading' ? (
        <Loading what="Grouping the rollouts" cancel={held.cancel} />
      ) : null}
      {page ? (
        <div
          ref={box}
          class="grid group-grid"
          role="grid"
          tabIndex={0}
          aria-label="Groups of rollouts"
          aria-rowcount={page.total + 1}
          aria-activedescendant={groups[active] ? `group-${active}` : undefined}
          onKeyDown={onKeyDown}
        >
          <table role="presentation">
            <thead role="rowgroup">
              <tr role="row" aria-rowindex={1}>
                {groupOrders.map(({ id, title }) => (
                  <th
                    key={id}
                    role="columnheader"
                    class={id === 'key' ? undefined : 'number'}
                    aria-sort={group.order === id ? (group.descending ? 'descending' : 'ascending') : 'none'}
                  >
                    <button type="button" onClick={() => sortBy(id)} title={explanations[id]}>
                      {title}
                      <span aria-hidden="true">
                        {group.order === id ? (group.descending ? ' ▼' : ' ▲') : ''}
                      </span>
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {groups.map((each, at) => (
                <tr
                  key={at}
                  id={`group-${at}`}
                  role="row"
                  aria-rowindex={at + 2}
                  aria-selected={at === active}
                  onClick={() => setActive(at)}
                  onDblClick={() => onOpen(each)}
                >
                  <td role="rowheader" class="key" dir="auto">
                    {each.key === null ? <span class="quiet">none</span> : String(each.key).slice(0, 300)}
                  </td>
                  <td role="gridcell" class="number">
                    {whole(each.rollouts)}
                  </td>
                  <Mean value={each.score} />
                  <Mean value={each.spread} note={each.spread === 0 ? 'no advantage' : ''} />
                  <Mean value={each.em} />
                  <Mean value={each.searches} />
                  <Mean value={each.findings} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {page && groups.length < page.total ? (
        <p class="toolbar">
          <vscode-button appearance="secondary" onClick={() => setWanted(groups.length + PAGE)}>
            Show {whole(Math.min(PAGE, page.total - groups.length))} More of {whole(page.total)}
          </vscode-button>
        </p>
      ) : null}
    </div>
  );
}

const explanations: Readonly<Record<GroupOrder, string>> = {
  key: 'What the rollouts have in common',
  rollouts: 'How many rollouts',
  score: 'Mean of the recorded scores',
  spread:
    'Standard deviation of the recorded scores (population); 0 gives no rollout of the group an advantage (GRPO)',
  em: 'Mean exact match',
  searches: 'Mean number of searches',
  findings: 'Mean number of findings',
};

function Mean({ value, note = '' }: { readonly value: number | null; readonly note?: string }) {
  return (
    <td role="gridcell" class="number" title={value === null ? 'unknown for all of them' : String(value)}>
      {note === '' ? '' : <span class="quiet">{note} </span>}
      {shown(value)}
    </td>
  );
}
