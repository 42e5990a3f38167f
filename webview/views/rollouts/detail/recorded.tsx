import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { Empty } from '../../../base/status';
import { LongText } from './long-text';

/** Values that the file holds beside the text, in its order. */
export function Recorded({ recorded }: Pick<RolloutDetail, 'recorded'>) {
  if (recorded.length === 0)
    return (
      <Empty>
        <p>The file holds nothing beside the text of this rollout.</p>
      </Empty>
    );
  return (
    <dl class="recorded">
      {recorded.map(({ key, value }) => (
        <div key={key}>
          <dt class="trace">{key}</dt>
          <dd>
            <LongText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
