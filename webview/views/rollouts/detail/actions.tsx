import { useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import { CallGivenUp } from '../../../../core/protocol/panels/channel';
import { addressKey, rolloutName, type RolloutAddress } from '../../../../core/protocol/rollout-uri';
import { messageOf } from '../../../../core/message-of';
import type { Host } from '../../../base/host';

interface ActionsProps {
  readonly host: Host<RolloutsView>;
  readonly rollout: RolloutAddress;
  /** Own-text offset of what has, or last had, the focus; null for the rollout as a whole. */
  readonly offset: number | null;
  readonly onClose: () => void;
  readonly tell: (text: string) => void;
}

/** What can be done with the rollout. */
export function Actions({ host, rollout, offset, onClose, tell }: ActionsProps) {
  const [failed, setFailed] = useState<{ readonly key: string; readonly message: string } | null>(null);
  const key = addressKey(rollout);
  const trouble = failed?.key === key ? failed.message : null;
  const run = (call: Promise<void>, done: string | null): void => {
    setFailed(null);
    call.then(
      () => {
        if (done !== null) tell(done);
      },
      (error: unknown) => {
        if (!(error instanceof CallGivenUp)) setFailed({ key, message: messageOf(error) });
      },
    );
  };
  const { channel } = host;
  const { file, index, sample } = rollout;
  const address = { file, index, sample };
  return (
    <>
      <div class="toolbar">
        <h2 class="trace">{rolloutName(rollout)}</h2>
        <vscode-button
          appearance="secondary"
          onClick={() => run(channel.call('rollouts/openText', address), null)}
        >
          Open as Text
        </vscode-button>
        <vscode-button
          appearance="secondary"
          title={
            offset === null
              ? 'Shows where its text begins in the file'
              : 'Shows the place of what you last went to here'
          }
          onClick={() => run(channel.call('rollouts/revealInFile', { ...address, offset }), null)}
        >
          Reveal in File
        </vscode-button>
        <vscode-button
          appearance="secondary"
          onClick={() =>
            run(channel.call('rollouts/copyLink', { rollout: address, filter: '' }), 'The link is copied')
          }
        >
          Copy Link
        </vscode-button>
        <vscode-button appearance="secondary" aria-label="Close the rollout" onClick={onClose}>
          Close
        </vscode-button>
      </div>
      {trouble === null ? null : (
        <p class="fault" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
}
