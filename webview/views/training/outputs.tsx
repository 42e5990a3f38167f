import { useState } from 'preact/hooks';
import type { JobState } from '../../../core/protocol/bridge/jobs';
import type { TrainingView } from '../../../core/protocol/panels/training';
import { announce } from '../../base/announce';
import { messageOf } from '../../../core/message-of';
import type { Host } from '../../base/host';
import { useCall } from '../../base/use-call';
import { size } from './words';

interface OutputsProps {
  readonly host: Host<TrainingView>;
  readonly state: JobState;
}

/** The files that a job left: text opens, of a model the path is copied. */
export function Outputs({ host, state }: OutputsProps) {
  const outputs = useCall(
    ({ signal }) => host.channel.call('training/outputs', null, { signal }),
    [host, state],
  );
  const [said, setSaid] = useState<{ readonly path: string; readonly text: string } | null>(null);
  if (outputs.state !== 'ready') return null;
  if (outputs.value.length === 0) return <p class="quiet">The job left no files.</p>;
  const show = (path: string, copied: boolean): void => {
    host.channel.call('training/output', { path }).then(
      () => {
        if (!copied) return;
        setSaid({ path, text: 'Copied' });
        announce('Path copied');
      },
      (error: unknown) => setSaid({ path, text: messageOf(error) }),
    );
  };
  return (
    <ul class="outputs" aria-label="Files of the job">
      {outputs.value.map(({ id, path, bytes, action }) => (
        <li key={path}>
          <span class="id">{id}</span>
          <code>{path}</code>
          <span class="quiet">{size(bytes)}</span>
          <button type="button" class="link" onClick={() => show(path, action === 'copy')}>
            {action === 'copy' ? 'Copy Path' : 'Open'}
            <span class="sr-only"> of {id}</span>
          </button>
          {said?.path === path ? <span role="status">{said.text}</span> : null}
        </li>
      ))}
    </ul>
  );
}
