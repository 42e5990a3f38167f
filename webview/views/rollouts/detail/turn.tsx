import type { DetailDocument, DetailTurn } from '../../../../core/protocol/rollout-detail';
import { counted } from '../../../base/words';
import { DocumentView } from './document';
import { LongText } from './long-text';
import { timeText } from './words';

interface TurnProps {
  readonly turn: DetailTurn;
  /** From 1. */
  readonly number: number;
  readonly chosen: boolean;
}

/** One turn: thought, queries, the documents of each, the error that came instead. */
export function TurnView({ turn, number, chosen }: TurnProps) {
  const { think, queries, documents, error, start } = turn;
  const stray = documents.filter(({ query }) => query >= queries.length);
  return (
    <section
      class={chosen ? 'turn chosen' : 'turn'}
      tabIndex={0}
      data-offset={start}
      aria-label={`Turn ${number}${chosen ? ', chosen' : ''}`}
    >
      <h3>
        Turn {number} <span class="quiet">{costText(turn)}</span>
      </h3>
      {think ? (
        <div class="thought">
          <h4>Thought</h4>
          <LongText text={think} offset={start} />
        </div>
      ) : null}
      {queries.map(({ text, mode, start: from }, index) => (
        <div key={index} data-offset={from}>
          <h4>
            Query{queries.length > 1 ? ` ${index + 1}` : ''}
            {mode === null ? null : <span class="quiet"> {mode}</span>}
          </h4>
          <p class="trace query">{text === '' ? <span class="quiet">empty</span> : text}</p>
          <Documents documents={documents.filter(({ query }) => query === index)} />
        </div>
      ))}
      <Documents documents={stray} />
      {error === null ? null : (
        <div class="failed">
          <h4>✖ Error from the environment</h4>
          <LongText text={{ text: error, length: error.length }} />
        </div>
      )}
    </section>
  );
}

function Documents({ documents }: { readonly documents: readonly DetailDocument[] }) {
  if (documents.length === 0) return null;
  const gold = documents.filter(({ golds }) => golds.length > 0).length;
  return (
    <div class="documents">
      <p class="quiet">
        {counted(documents.length, 'document')}, {gold === 0 ? 'none' : gold} with gold
      </p>
      <ol>
        {documents.map((document, index) => (
          <li key={index}>
            <DocumentView document={document} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function costText({ ms, tokens }: DetailTurn): string {
  const said = [
    ...(ms === null ? [] : [timeText(ms)]),
    ...(tokens === null ? [] : [counted(tokens, 'token written', 'tokens written')]),
  ];
  return said.join(', ');
}
