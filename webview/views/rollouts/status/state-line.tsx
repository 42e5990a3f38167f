import { useEffect } from 'preact/hooks';
import { rolloutName } from '../../../../core/protocol/rollout-uri';
import type { StoreProblem, StoreState } from '../../../../core/protocol/store';
import { announce } from '../../../base/announce';
import { counted } from '../../../base/words';
import { phaseWords, rowsWords } from './words';

interface StateLineProps {
  /** Rollouts that are listed. */
  readonly listed: number;
  readonly state: StoreState | null;
  /** What the files told before the store did. */
  readonly before: { readonly expected: number | null; readonly problems: readonly StoreProblem[] } | null;
  readonly offer: { readonly more: number | null } | null;
  /** Whether rows are on their way. */
  readonly busy: boolean;
  readonly onTake: () => void;
  readonly onStop: () => void;
  readonly onResume: () => void;
}

/** Most problems that are listed. */
const MOST_PROBLEMS = 200;

/** How many rollouts of how many, what the store is doing, and what went wrong. */
export function StateLine(props: StateLineProps) {
  const { listed, state, before, offer, busy, onTake, onStop, onResume } = props;
  const counts =
    state && state.expected !== null
      ? state
      : before && { phase: 'reading' as const, rows: listed, expected: before.expected };
  const phase = state?.phase ?? null;
  useEffect(() => {
    if (state && phase !== 'reading') announce(`${rowsWords(listed, state)}, ${phaseWords(state)}.`);
  }, [phase]);
  const problems = state?.problems ?? before?.problems ?? [];
  const reading = phase === 'reading' || phase === 'listing';
  return (
    <div class="state-line">
      <span class="counts">{rowsWords(listed, counts)}</span>
      <span class="quiet">{state ? phaseWords(state) : 'opening the store'}</span>
      {reading || busy ? <vscode-progress-ring aria-hidden="true" /> : null}
      {reading ? (
        <button type="button" class="link" onClick={onStop}>
          Stop
        </button>
      ) : null}
      {phase === 'stopped' ? (
        <button type="button" class="link" onClick={onResume}>
          Resume
        </button>
      ) : null}
      {offer ? (
        <button type="button" class="offer" onClick={onTake}>
          {offer.more === null
            ? 'Rollouts changed: show them'
            : `${counted(offer.more, 'new rollout')}: show`}
        </button>
      ) : null}
      {state && state.broken > 0 ? (
        <span title="The problems name the first of each file, with the byte where it begins and what is wrong.">
          ⚠ {counted(state.broken, 'record')} cannot be read
        </span>
      ) : null}
      {state?.cache.kind === 'memory' ? (
        <span class="quiet" title={state.cache.why}>
          kept in memory: {state.cache.why}
        </span>
      ) : null}
      {problems.length > 0 ? (
        <details class="problems">
          <summary>⚠ {counted(problems.length, 'problem')}</summary>
          <ul>
            {problems.slice(0, MOST_PROBLEMS).map(({ file, message }, at) => (
              <li key={at}>
                {file === null ? null : (
                  <strong>{rolloutName({ file, index: 0, sample: 0 }).slice(0, -2)}: </strong>
                )}
                {message}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
