import type { Explained } from '../../../core/protocol/panels/explain';
import { spentClauses } from './words';

interface OutcomeProps {
  readonly explained: Explained;
  readonly actions: {
    readonly ask: () => void;
    readonly setEndpoint: () => void;
    readonly showLog: () => void;
  };
}

/** How it ended, what can be done about it, and what it took. Nothing while it runs. */
export function Outcome({ explained, actions }: OutcomeProps) {
  const { phase, spent, text } = explained;
  return (
    <>
      {phase.kind === 'failed' ? (
        <div class="notice failed" role="alert">
          <p>
            <strong>{text === '' ? 'No answer.' : 'The answer broke off.'}</strong> {phase.message}
          </p>
          <div class="toolbar">
            <vscode-button onClick={actions.ask}>Try Again</vscode-button>
            <vscode-button appearance="secondary" onClick={actions.setEndpoint}>
              Set Endpoint…
            </vscode-button>
            <vscode-button appearance="secondary" onClick={actions.showLog}>
              Show Log
            </vscode-button>
          </div>
        </div>
      ) : null}
      {phase.kind === 'stopped' ? (
        <p class="notice">
          <strong>Stopped.</strong>{' '}
          {text === '' ? 'Nothing of an answer had come.' : 'The answer above is not whole.'}
        </p>
      ) : null}
      {phase.kind === 'done' && phase.remark !== null ? <p class="notice">{phase.remark}</p> : null}
      {spent ? <p class="spent quiet">{spentClauses(spent).join(' · ')}</p> : null}
    </>
  );
}
