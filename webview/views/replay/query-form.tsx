import { useState } from 'preact/hooks';
import type { SearchReplay } from '../../../core/protocol/retrieval';
import { whole } from '../../base/words';
import type { ValueElement } from '../../ui';

interface Place {
  readonly turn: number;
  readonly query: number;
}

interface QueryFormProps {
  readonly replay: SearchReplay;
  readonly place: Place;
  readonly busy: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onRun: (text: string, topK: number) => void;
  readonly onChooseIndex: () => void;
}

/** The most documents that may be asked for. */
const MOST = 100;

/** Which search of the rollout, with which words, on which index. Enter runs it. */
export function QueryForm({ replay, place, busy, onPlace, onRun, onChooseIndex }: QueryFormProps) {
  const [text, setText] = useState(replay.query);
  const [topK, setTopK] = useState(String(replay.topK));
  const count = Number(topK);
  const valid = text.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= MOST;
  const at = replay.queries.findIndex((each) => each.turn === place.turn && each.query === place.query);
  const run = (): void => {
    if (valid) onRun(text.trim(), count);
  };
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') run();
  };
  const step = (by: number): void => {
    const next = replay.queries[at + by];
    if (next) onPlace(next);
  };

  return (
    <header>
      <div class="toolbar">
        <h1>
          Search {at + 1} of {replay.queries.length} in {replay.id}
        </h1>
        <vscode-button appearance="secondary" disabled={at <= 0} onClick={() => step(-1)}>
          Previous
        </vscode-button>
        <vscode-button
          appearance="secondary"
          disabled={at + 1 >= replay.queries.length}
          onClick={() => step(1)}
        >
          Next
        </vscode-button>
      </div>
      {replay.question ? <p class="trace">{replay.question}</p> : null}
      <p class="quiet">
        {replay.golds.length > 0
          ? `Gold: ${replay.golds.slice(0, 5).join(' · ')}`
          : 'The file names no gold answers.'}
      </p>
      <div class="toolbar query" onKeyDown={onEnter}>
        <vscode-text-field
          class="text"
          value={text}
          onInput={(event) => setText((event.currentTarget as unknown as ValueElement).value)}
        >
          Query
        </vscode-text-field>
        <vscode-text-field
          class="count"
          value={topK}
          onInput={(event) => setTopK((event.currentTarget as unknown as ValueElement).value)}
        >
          Documents
        </vscode-text-field>
        <vscode-button disabled={!valid || busy} onClick={run}>
          Replay
        </vscode-button>
        <vscode-button
          appearance="secondary"
          disabled={text === replay.recordedQuery}
          onClick={() => {
            setText(replay.recordedQuery);
            onRun(replay.recordedQuery, valid ? count : replay.topK);
          }}
        >
          Recorded Query
        </vscode-button>
      </div>
      {valid ? null : <p role="alert">A query needs words, and 1 to {MOST} documents.</p>}
      <p class="quiet">
        {replay.engine} on {replay.index.corpora.join(', ')} ({whole(replay.index.documents)} passages),{' '}
        {replay.ms < 10 ? replay.ms.toFixed(1) : Math.round(replay.ms)} ms{' '}
        <button type="button" class="link" onClick={onChooseIndex}>
          Choose Index…
        </button>
      </p>
    </header>
  );
}
