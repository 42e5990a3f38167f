import type { DetailDocument } from '../../../../core/protocol/rollout-detail';
import { shown } from '../../../chart/series';
import { LongText } from './long-text';
import { goldText } from './words';

/** One retrieved document: rank, title, score, whether a gold stands in it, and its text. */
export function DocumentView({ document }: { readonly document: DetailDocument }) {
  const { rank, title, text, score, golds, start } = document;
  return (
    <div class={golds.length > 0 ? 'document gold' : 'document'} data-offset={start}>
      <p>
        <span class="number">{rank}.</span> <strong class="trace">{title ?? 'Untitled'}</strong>
        {score === null ? null : <span class="quiet"> score {shown(score)}</span>}
        {golds.length > 0 ? <span class="sign trace"> {goldText(golds)}</span> : null}
      </p>
      <LongText text={text} offset={start} />
    </div>
  );
}
