import type { LeftOut as Omitted } from '../../../core/graph/rollout/model';
import { whole } from '../../base/words';

interface LeftOutProps {
  readonly leftOut: Omitted;
  readonly busy: boolean;
  /** Asks for this many documents. */
  readonly onMore: (documents: number) => void;
}

/** Documents that one press adds. */
const MORE = 500;

/** What of the rollout is not drawn, and a way to draw more of it. */
export function LeftOut({ leftOut: { documents, ofDocuments, reason }, busy, onMore }: LeftOutProps) {
  const shown = ofDocuments - documents;
  const next = Math.min(ofDocuments, shown + MORE);
  return (
    <p>
      {reason}{' '}
      {documents > 0 ? (
        <vscode-button appearance="secondary" disabled={busy} onClick={() => onMore(next)}>
          {next === ofDocuments ? `Show all ${whole(ofDocuments)}` : `Show ${whole(next)}`} documents
        </vscode-button>
      ) : null}
    </p>
  );
}
