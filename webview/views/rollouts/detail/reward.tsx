import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { sentence } from '../../../../core/words';
import { Empty } from '../../../base/status';
import { shown } from '../../../chart/series';
import { comparedText } from './words';

interface RewardProps {
  readonly detail: RolloutDetail;
  readonly onReveal: (offset: number) => void;
}

/** Value × weight of each component with its reason, and the sum beside what the file records. */
export function Reward({ detail, onReveal }: RewardProps) {
  const { profile, components, total, reason } = detail.reward;
  if (components.length === 0)
    return (
      <Empty>
        <p>{comparedText(detail)}</p>
        <p>The setting “tracehop.rewards.profile” names the profile to recompute rewards by.</p>
      </Empty>
    );
  return (
    <>
      <p>{comparedText(detail)}</p>
      <div class="table-box" tabIndex={0} role="region" aria-label="Components of the reward">
        <table>
          <caption>By the profile {profile ?? 'of the dialect'}</caption>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                × Weight
              </th>
              <th scope="col" class="number">
                = Reward
              </th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {components.map(({ name, value, weight, reason: why, range }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{shown(value)}</td>
                <td class="number">{shown(weight)}</td>
                <td class="number">{shown(value === null ? null : value * weight + 0)}</td>
                <td class="trace">
                  {sentence(why)}{' '}
                  {range ? (
                    <button
                      type="button"
                      class="link"
                      aria-label={`Show in text: ${name}`}
                      onClick={() => onReveal(range.start)}
                    >
                      Show in text
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td />
              <td />
              <td class="number">
                <strong>{shown(total)}</strong>
              </td>
              <td class="trace">{reason === null ? null : sentence(reason)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}
