import { useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { RawRecordPart } from '../../../../core/protocol/rollout-detail';
import type { RolloutAddress } from '../../../../core/protocol/rollout-uri';
import type { Host } from '../../../base/host';
import { Failed, Loading } from '../../../base/status';
import { useCall } from '../../../base/use-call';
import { neighbours, PART_BYTES, partText } from './raw-pages';

interface RawProps {
  readonly host: Host<RolloutsView>;
  readonly rollout: RolloutAddress;
}

/** The record as it stands in the file, a part at a time, so that one of any size can be read. */
export function Raw({ host, rollout: { file, index, sample } }: RawProps) {
  const [from, setFrom] = useState(0);
  const part = useCall<RawRecordPart>(
    ({ signal }) =>
      host.channel.call(
        'rollouts/raw',
        { file, index, sample, from, count: PART_BYTES },
        { signal, latest: true },
      ),
    [host, file, index, sample, from],
  );
  if (part.state === 'failed') return <Failed message={part.message} retry={part.retry} />;
  const shownPart = part.state === 'ready' ? part.value : part.stale;
  if (!shownPart) return <Loading what="Reading the record" />;
  const { first, previous, next, last } = neighbours(shownPart);
  const button = (title: string, to: number | null) => (
    <vscode-button
      appearance="secondary"
      disabled={to === null}
      onClick={() => {
        if (to !== null) setFrom(to);
      }}
    >
      {title}
    </vscode-button>
  );
  return (
    <div aria-busy={part.state === 'loading'}>
      <div class="toolbar">
        {button('First', first)}
        {button('Previous', previous)}
        {button('Next', next)}
        {button('Last', last)}
        <span role="status">{partText(shownPart)}</span>
      </div>
      <pre class="trace raw" tabIndex={0} aria-label="The record as it stands in the file">
        {shownPart.text}
      </pre>
    </div>
  );
}
