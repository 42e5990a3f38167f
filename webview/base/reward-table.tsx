import type { ComponentChildren } from 'preact';
import { sentence } from '../../core/words';
import { Num } from './number';

/** Own-text offsets, UTF-16. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface RewardTableProps {
  /** By which profile. */
  readonly caption: ComponentChildren;
  readonly reward: {
    readonly components: readonly {
      readonly name: string;
      readonly title?: string;
      readonly explanation?: string;
      readonly value: number | null;
      readonly weight: number;
      readonly reason: string;
      readonly range?: Range | null;
    }[];
    readonly total: number | null;
    /** Why there is no total, or null. */
    readonly reason: string | null;
  };
  readonly onReveal: (range: Range) => void;
}

/** Value × weight = contribution of each component, with the reason, and their sum. */
export function RewardTable({ caption, reward, onReveal }: RewardTableProps) {
  const { components, total, reason } = reward;
  if (components.length === 0) return null;
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Components of the reward">
      <table class="components">
        <caption>{caption}</caption>
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
          {components.map(({ name, title = name, explanation, value, weight, reason: why, range }) => (
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
              <td class="trace">
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
            <td class="trace">{reason === null ? null : sentence(reason)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
