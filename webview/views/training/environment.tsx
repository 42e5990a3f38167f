import { useEffect, useState } from 'preact/hooks';
import type { TrainingParams, TrainingView } from '../../../core/protocol/panels/training';
import type { Host } from '../../base/host';
import { useCall } from '../../base/use-call';
import type { Events } from '../../base/view';

interface EnvironmentProps {
  readonly host: Host<TrainingView>;
  readonly events: Events<TrainingView['toPage']>;
  readonly params: TrainingParams;
}

/** Importing the packages of a trainer takes long where the machine is busy. */
const LONGEST_MS = 120_000;

/** Whether the interpreter has what the recipe needs, before anything is started. */
export function EnvironmentCheck({ host, events, params }: EnvironmentProps) {
  const [changes, setChanges] = useState(0);
  useEffect(() => events.on('training/pythonChanged', () => setChanges((count) => count + 1)), [events]);
  const check = useCall(
    ({ signal }) => host.channel.call('training/check', { params }, { signal, timeout: LONGEST_MS }),
    [host, changes],
  );
  const choose = (
    <vscode-button
      appearance="secondary"
      onClick={() =>
        void host.channel.call('training/choosePython', null, { timeout: Infinity }).catch(() => undefined)
      }
    >
      Choose Python...
    </vscode-button>
  );
  if (check.state === 'loading')
    return (
      <div class="environment" role="status">
        <span class="said quiet">Checking whether Python has what this recipe needs…</span>
        {choose}
      </div>
    );
  if (check.state === 'failed')
    return (
      <div class="environment faulty" role="status">
        <span class="said">{check.message}</span>
        {choose}
      </div>
    );
  const { python, path, fault } = check.value;
  return (
    <div class={`environment${fault === null ? '' : ' faulty'}`} role="status">
      <span class="said">
        {fault === null ? (
          <>
            <span aria-hidden="true">✓</span> Ready: <code>{path ?? python}</code>
          </>
        ) : (
          <>
            <span aria-hidden="true">✕</span> <code>{path ?? python}</code> cannot run this recipe. {fault}
          </>
        )}
      </span>
      {fault === null ? null : (
        <vscode-button appearance="secondary" onClick={() => setChanges((count) => count + 1)}>
          Check Again
        </vscode-button>
      )}
      {choose}
    </div>
  );
}
