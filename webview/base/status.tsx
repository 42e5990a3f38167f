import type { ComponentChildren } from 'preact';

interface LoadingProps {
  /** What is going on, as a verb: "Reading step_40.jsonl". */
  readonly what: string;
  /** How far it is: "3 of 12 files, 4 s left". */
  readonly detail?: string | undefined;
  readonly cancel?: (() => void) | undefined;
}

/** Work in progress. */
export function Loading({ what, detail, cancel }: LoadingProps) {
  return (
    <div class="status" role="status">
      <vscode-progress-ring aria-hidden="true" />
      <p>
        {what}…{detail ? <span class="quiet"> {detail}</span> : null}
      </p>
      {cancel ? (
        <vscode-button appearance="secondary" onClick={cancel}>
          Cancel
        </vscode-button>
      ) : null}
    </div>
  );
}

interface FailedProps {
  /** A sentence: what was wrong, where, what to do. */
  readonly message: string;
  readonly retry?: (() => void) | undefined;
}

/** What did not work. */
export function Failed({ message, retry }: FailedProps) {
  return (
    <div class="status" role="alert">
      <p>{message}</p>
      {retry ? <vscode-button onClick={retry}>Try Again</vscode-button> : null}
    </div>
  );
}

/** Nothing to show, and what would change that. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="status">{children}</div>;
}
