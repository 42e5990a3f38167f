import { useState } from 'preact/hooks';
import { isTerminal } from '../../../core/protocol/bridge/jobs';
import type { JobHead, TrainingView } from '../../../core/protocol/panels/training';
import { messageOf } from '../../../core/message-of';
import type { Host } from '../../base/host';

interface ActionsProps {
  readonly host: Host<TrainingView>;
  readonly head: JobHead;
  readonly connected: boolean;
}

/** What can be done with a job. The extension shows what goes wrong where a call has no place here. */
export function JobActions({ host, head, connected }: ActionsProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = (call: Promise<unknown>): void => {
    setFailure(null);
    setBusy(true);
    call.catch((error: unknown) => setFailure(messageOf(error))).finally(() => setBusy(false));
  };
  const { channel } = host;
  const over = isTerminal(head.state);
  const stopping = head.cancelRequested || head.state === 'stopping';
  return (
    <>
      <div class="toolbar">
        {over ? (
          <>
            <vscode-button
              disabled={busy || !connected}
              onClick={() => run(channel.call('training/runAgain', null))}
            >
              Run Again
            </vscode-button>
            <vscode-button
              appearance="secondary"
              disabled={busy || !connected}
              onClick={() => run(channel.call('training/edit', null))}
            >
              Change Parameters...
            </vscode-button>
          </>
        ) : (
          <vscode-button
            appearance="secondary"
            disabled={busy || !connected}
            onClick={() => run(channel.call('training/cancel', { now: stopping }, { timeout: Infinity }))}
          >
            {stopping ? 'End Now...' : 'Cancel'}
          </vscode-button>
        )}
        <vscode-button
          appearance="secondary"
          disabled={!connected}
          onClick={() => run(channel.call('training/openLog', null))}
        >
          Open Log
        </vscode-button>
      </div>
      {failure === null ? null : (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      <details class="params">
        <summary>Parameters</summary>
        <table>
          <tbody>
            {Object.entries(head.params).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{String(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
