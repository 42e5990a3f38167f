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
  const marked = pieces(text, marks);
  return (
    <div class={gold ? 'document gold' : 'document'}>
      <p>
        <strong>{title ?? 'Untitled'}</strong>
        {score === null ? null : <span class="quiet"> score {shown(score)}</span>}
      </p>
      <p>
        {gold ? (
          <span class="sign">★ gold{golds.length > 0 ? `: ${golds.slice(0, 3).join(' · ')}` : ''} </span>
        ) : null}
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
          <summary class="trace">{text.slice(0, OPENING).trimEnd()}…</summary>
          <p class="trace">
            {marked}
            {cut ? '…' : ''}
          </p>
        </details>
      ) : (
        <p class="trace">{marked}</p>
      )}
    </div>
  );
}

/** A text with its marked ranges as `<mark>`. */
function pieces(text: string, marks: ComparedDocument['marks']) {
  const all = marks.map((mark, index) => {
    const from = marks[index - 1]?.end ?? 0;
    return (
      <>
        {text.slice(from, mark.start)}
        <mark>{text.slice(mark.start, mark.end)}</mark>
      </>
    );
  });
  return (
    <>
      {all}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
