import { useRef } from 'preact/hooks';
import type { RewardsView } from '../../../core/protocol/panels/rewards';
import type { RewardPage, RewardRow } from '../../../core/protocol/rewards';
import type { Host } from '../../base/host';
import { useCall, type Loaded } from '../../base/use-call';
import type { RewardsState } from './state';

/** Most rows that are asked for at a time. */
const MOST = 200;

type Wish = Pick<RewardsState, 'profile' | 'sort' | 'descending' | 'differing' | 'rows'>;

/** The rows of a point in an order, as many as are wanted; `version` changes when they have to be read again. */
export function useRows(
  host: Host<RewardsView>,
  step: number | null,
  { profile, sort, descending, differing, rows }: Wish,
  version: number,
): Loaded<RewardPage & { readonly list: string }, never> {
  // "More" reads on where the list ends.
  const before = useRef<{ readonly list: string; readonly rows: readonly RewardRow[] } | null>(null);
  const list = JSON.stringify([profile, step, sort, descending, differing, version]);
  return useCall(
    async ({ signal }) => {
      const read = before.current?.list === list ? before.current.rows.slice(0, rows) : [];
      let total: number;
      do {
        const page = await host.channel.call(
          'rewards/rollouts',
          {
            profile,
            step,
            sort: { by: sort, descending },
            from: read.length,
            count: Math.min(MOST, Math.max(1, rows - read.length)),
            differing,
          },
          { signal, latest: true, timeout: Infinity },
        );
        read.push(...page.rows);
        total = page.rows.length > 0 ? page.total : read.length;
      } while (read.length < Math.min(rows, total));
      before.current = { list, rows: read };
      return { rows: read, total, list };
    },
    [host, list, rows],
  );
}
