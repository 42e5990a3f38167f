import type { RewardDistribution } from '../../../core/protocol/rewards';
import { counted, whole } from '../../base/words';
import { shown } from '../../chart/series';

type Bin = RewardDistribution['bins'][number];

/** How often which rewards occur: a bar and its number a cell, so that it is chart and table in one. */
export function Histogram({ distribution }: { readonly distribution: RewardDistribution }) {
  const { bins, withoutRecorded, withoutRecomputed } = distribution;
  const most = Math.max(1, ...bins.flatMap(({ recorded, recomputed }) => [recorded, recomputed]));
  // A column of zeros would say less than the sentence below.
  const kinds = (['recorded', 'recomputed'] as const).filter((kind) => bins.some((bin) => bin[kind] > 0));
  const without = [
    ['recorded', withoutRecorded],
    ['recomputed', withoutRecomputed],
  ] as const;
  return (
    <div class="histogram">
      {bins.length > 0 ? (
        <table>
          <caption class="sr-only">How many rollouts have which reward</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                Reward
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kind === 'recorded' ? 'Recorded' : 'Recomputed'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.low}>
                <th scope="row" class="number">
                  {labelOf(bin)}
                </th>
                {kinds.map((kind) => (
                  <Bar key={kind} count={bin[kind]} most={most} kind={kind} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {without.map(([kind, count]) =>
        count > 0 ? (
          <p key={kind} class="quiet">
            {counted(count, 'rollout')} without a {kind} reward.
          </p>
        ) : null,
      )}
    </div>
  );
}

interface BarProps {
  readonly count: number;
  readonly most: number;
  readonly kind: 'recorded' | 'recomputed';
}

function Bar({ count, most, kind }: BarProps) {
  return (
    <td>
      <div class="bar-cell">
        <span class={`bar ${kind}`} style={{ width: `${(count / most) * 80}%` }} />
        <span class="count">{whole(count)}</span>
      </div>
    </td>
  );
}

/** `0.2`, or `0.2 to 0.3` of a bin of a width. */
function labelOf({ low, high }: Bin): string {
  return low === high ? shown(low) : `${shown(low)} to ${shown(high)}`;
}
