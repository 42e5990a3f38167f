import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { LongText } from './long-text';
import { placeText, verdictText } from './words';

/** Golds that stand in the head. */
const MOST_GOLDS = 8;

/** What was asked, what would have been right, what was answered, and where it stands. */
export function Head({ detail }: { readonly detail: RolloutDetail }) {
  const { question, golds, answer, answerRange, reward, container, dialect, place, fault } = detail;
  const more = golds.length - MOST_GOLDS;
  return (
    <>
      {fault === null ? null : (
        <p class="fault trace" role="alert">
          ▲ Fault: {fault}
        </p>
      )}
      <dl class="head">
        <dt>Question</dt>
        <dd>{question === null ? <None /> : <LongText text={whole(question)} />}</dd>
        <dt>Gold</dt>
        <dd class="trace">
          {golds.length === 0 ? <None /> : golds.slice(0, MOST_GOLDS).join(' · ')}
          {more > 0 ? ` and ${more} more` : ''}
        </dd>
        <dt>Answer</dt>
        <dd class={reward.em === 1 ? 'gold' : undefined} data-offset={answerRange?.start}>
          {answer === null ? <None /> : <LongText text={whole(answer)} />}
          <p>{verdictText(detail)}</p>
        </dd>
        <dt>Read as</dt>
        <dd>
          {container}, {dialect}
        </dd>
        <dt>Place</dt>
        <dd>{placeText(place)}</dd>
      </dl>
    </>
  );
}

function None() {
  return <span class="quiet">none</span>;
}

function whole(text: string): { readonly text: string; readonly length: number } {
  return { text, length: text.length };
}
