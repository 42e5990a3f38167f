import type { GroupOrder } from '../../../../core/protocol/store';
import { groupOrders, type GroupState } from '../state';

interface GroupHeadProps {
  readonly group: GroupState;
  readonly onSort: (order: GroupOrder) => void;
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

/** The heads of the columns of groups: a click sorts. */
export function GroupHead({ group, onSort }: GroupHeadProps) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      {groupOrders.map(({ id, title }) => {
        const sorted = group.order === id;
        return (
          <div
            key={id}
            role="columnheader"
            class={id === 'key' ? 'cell' : 'cell number'}
            aria-sort={sorted ? (group.descending ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" onClick={() => onSort(id)} title={explanations[id]}>
              <span class="title">{title}</span>
              {sorted ? <span aria-hidden="true">{group.descending ? '▼' : '▲'}</span> : null}
            </button>
          </div>
        );
      })}
    </div>
  );
}
