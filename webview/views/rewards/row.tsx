import type { ComponentChildren } from 'preact';
import type { RewardRow } from '../../../core/protocol/rewards';
import { counted } from '../../base/words';
import { shown } from '../../chart/series';
import { signed } from './difference';
import { Num } from '../../base/number';

/** The names of a row's columns; each row repeats them for those who cannot see them. */
export function RowHead() {
  return (
    <div class="columns head" aria-hidden="true">
      <span class="number">Recorded</span>
      <span class="number">Recomputed</span>
      <span class="number">Difference</span>
      <span class="number">EM</span>
      <span class="number">F1</span>
      <span class="text">Answer, gold and question</span>
    </div>
  );
}

/** One rollout behind a point. */
export function Row({ row }: { readonly row: RewardRow }) {
  const { id, question, recorded, recomputed, answer, golds, em, f1, findings, reason, fault } = row;
  const unjudged = 'The file holds no gold for this rollout, or no profile extracts its answer';
  const difference = recorded === null || recomputed === null ? null : recorded - recomputed;
  return (
    <div class="columns" title={reason}>
      <Cell name="recorded">
        <Num value={recorded} absent="The file records no reward" />
      </Cell>
      <Cell name="recomputed">
        <Num value={recomputed} absent={reason} />
      </Cell>
      <Cell name="difference">
        {difference === null ? (
          <Num value={null} absent="One of the two rewards is missing" />
        ) : (
          <span title={`recorded ${shown(recorded)} − recomputed ${shown(recomputed)}`}>
            {Math.abs(difference) > TOLERANCE ? <strong>{signed(difference)}</strong> : '0'}
          </span>
        )}
      </Cell>
      <Cell name="exact match">
        <Num value={em} absent={unjudged} />
      </Cell>
      <Cell name="F1">
        <Num value={f1} absent={unjudged} />
      </Cell>
      <span class="text">
        {fault === null ? null : <span role="alert">{fault}</span>}
        <span class="answer">
          <span class={answer === null ? 'quiet' : undefined}>{answer ?? 'no answer'}</span>
          <span class="quiet">{golds.length > 0 ? `gold ${golds.join(' / ')}` : 'no gold'}</span>
        </span>
        {question === null ? null : <span class="question">{question}</span>}
        <span class="quiet">
          {id}
          {findings > 0 ? `, ${counted(findings, 'finding')}` : ''}
        </span>
      </span>
    </div>
  );
}

/** Rewards dumped from 32-bit floats differ by this and are the same. */
const TOLERANCE = 1e-6;

function Cell({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <span class="number">
      <span class="sr-only">{name} </span>
      {children}
    </span>
  );
}
