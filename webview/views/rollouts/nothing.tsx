import { Empty, Loading } from '../../base/status';

interface NothingProps {
  readonly reading: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

/** Why no row is there, and what would change that. */
export function Nothing({ reading, filtered, onClear }: NothingProps) {
  if (filtered)
    return (
      <Empty>
        <h2>No rollout passes the filter{reading ? ' yet' : ''}</h2>
        <p>Pause or remove a condition to see more.</p>
        <vscode-button onClick={onClear}>Clear the Filter</vscode-button>
      </Empty>
    );
  if (reading) return <Loading what="Reading the first rollouts" />;
  return (
    <Empty>
      <h2>No rollouts here</h2>
      <p>
        None of the files holds a rollout. “Tracehop: Describe File” says what a file was taken for, and
        problems are listed above.
      </p>
    </Empty>
  );
}
