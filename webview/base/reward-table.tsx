import type { ExplainedReward } from '../../../core/protocol/panels/rewards';
import type { RewardComponent } from '../../../core/protocol/rewards';
import { sentence } from '../../../core/words';
import { Num } from './number';

interface ComponentsProps {
  readonly explained: ExplainedReward;
  readonly onReveal: (range: NonNullable<RewardComponent['range']>) => void;
}

/** Value × weight = contribution of each component, with the reason, and their sum. */
export function Components({ explained, onReveal }: ComponentsProps) {
  const { components, total, reason, profile } = explained;
  if (components.length === 0) return null;
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Components of the reward">
      <table class="components">
        <caption>
          {profile?.title} <span class="quiet">{profile?.explanation}</span>
        </caption>
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
          {components.map(({ name, title, explanation, value, weight, reason: why, range }) => (
            <tr key={name}>
              <th scope="row" title={explanation}>
                {title}
              </th>
              <td class="number">
                <Num value={value} absent={why} />
              </td>
              <td class="number">
                <Num value={weight} absent={why} />
              </td>
              <td class="number">
                <Num value={value === null ? null : value * weight + 0} absent={why} />
              </td>
              <td>
                {sentence(why)}{' '}
                {range ? (
                  <button
                    type="button"
                    class="link"
                    aria-label={`Show in rollout: ${title}`}
                    onClick={() => onReveal(range)}
                  >
                    Show in rollout
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
              <strong>
                <Num value={total} absent={reason ?? 'A component cannot be computed'} />
              </strong>
            </td>
            <td>{reason === null ? null : sentence(reason)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
