import type { ComparedDocument } from '../../../core/protocol/retrieval';
import { shown } from '../../chart/series';

interface DocumentCardProps {
  readonly document: ComparedDocument;
  readonly other: 'recorded' | 'replayed';
  readonly onReveal: (range: NonNullable<ComparedDocument['range']>) => void;
}

/** Characters of a text that stand in sight before it is opened. */
const OPENING = 220;

/** One document: title, whether gold stands in it, where the other list has it, and its text. */
export function DocumentCard({ document, other, onReveal }: DocumentCardProps) {
  const { title, text, cut, score, gold, golds, marks, otherRank, range } = document;
  return (
    <div class={gold ? 'document gold' : 'document'}>
      <p>
        <strong>{title ?? 'Untitled'}</strong>
        {score === null ? null : <span class="quiet"> score {shown(score)}</span>}
      </p>
      <p>
        {gold ? <span class="sign">{goldSign(golds)}</span> : null}{' '}
        <span class="quiet">{otherRank === null ? `not ${other}` : `${other} at rank ${otherRank}`}</span>
        {range ? (
          <>
            {' '}
            <button type="button" class="link" onClick={() => onReveal(range)}>
              Show in rollout
            </button>
          </>
        ) : null}
      </p>
      {text.length > OPENING ? (
        <details>
          <summary class="trace">{pieces(text.slice(0, OPENING).trimEnd(), marks)}…</summary>
          <p class="trace">
            {pieces(text, marks)}
            {cut ? '…' : ''}
          </p>
        </details>
      ) : (
        <p class="trace">{pieces(text, marks)}</p>
      )}
    </div>
  );
}

/** `★ gold: Grathe`; documents may be gold by their title, without a gold answer in them. */
function goldSign(golds: readonly string[]): string {
  return golds.length > 0 ? `★ gold: ${golds.slice(0, 3).join(' · ')}` : '★ gold';
}

/** A text with its marked ranges as `<mark>`; those that reach past its end are left out. */
function pieces(text: string, marks: ComparedDocument['marks']) {
  const shownMarks = marks.filter(({ end }) => end <= text.length);
  return (
    <>
      {shownMarks.map(({ start, end }, index) => (
        <>
          {text.slice(shownMarks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(shownMarks.at(-1)?.end ?? 0)}
    </>
  );
}
