import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import { rolloutName, type RolloutAddress } from '../../../../core/protocol/rollout-uri';
import type { Host } from '../../../base/host';

interface DetailProps {
  readonly host: Host<RolloutsView>;
  readonly rollout: RolloutAddress;
  readonly onClose: () => void;
  readonly tell: (text: string) => void;
}

/** One rollout beside the table. */
export function Detail({ rollout, onClose }: DetailProps) {
  return (
    <section aria-label={rolloutName(rollout)}>
      <h2>{rolloutName(rollout)}</h2>
      <vscode-button appearance="secondary" onClick={onClose}>
        Close
      </vscode-button>
    </section>
  );
}
