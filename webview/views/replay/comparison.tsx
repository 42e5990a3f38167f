import type { ComparedDocument, SearchReplay } from '../../../core/protocol/retrieval';
import { DocumentCard } from './document-card';
import { summaryOf } from './words';

type Range = NonNullable<ComparedDocument['range']>;

interface ComparisonProps {
  readonly replay: SearchReplay;
  readonly onReveal: (range: Range) => void;
}

/** The two lists side by side, rank by rank. */
export function Comparison({ replay, onReveal }: ComparisonProps) {
  const { recorded, replayed } = replay;
  const back = recorded.filter(({ otherRank }) => otherRank !== null).length;
  const ranks = Array.from({ length: Math.max(recorded.length, replayed.length) }, (_, index) => index);
  return (
    <section>
      <p>
        <strong>{summaryOf(replay.goldRankRecorded, replay.goldRankReplayed)}</strong>{' '}
        {recorded.length === 0 ? null : `${back} of ${recorded.length} recorded documents came back.`}{' '}
        <span class="quiet">{replay.goldPath}</span>
      </p>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Recorded</th>
            <th scope="col">Replayed</th>
          </tr>
        </thead>
        <tbody>
          {ranks.map((index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              <td>
                <Cell document={recorded[index]} other="replayed" none={index === 0} onReveal={onReveal} />
              </td>
              <td>
                <Cell document={replayed[index]} other="recorded" none={index === 0} onReveal={onReveal} />
              </td>
            </tr>
          ))}
          {ranks.length === 0 ? (
            <tr>
              <td colSpan={3}>Neither brought any document.</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <details>
        <summary>What is needed to repeat this search</summary>
        <pre class="trace">{replay.receipt}</pre>
      </details>
    </section>
  );
}

interface CellProps {
  readonly document: ComparedDocument | undefined;
  readonly other: 'recorded' | 'replayed';
  /** Whether an empty cell says that the whole list is empty. */
  readonly none: boolean;
  readonly onReveal: (range: Range) => void;
}

function Cell({ document, other, none, onReveal }: CellProps) {
  if (document) return <DocumentCard document={document} other={other} onReveal={onReveal} />;
  return none ? <span class="quiet">No documents</span> : null;
}
