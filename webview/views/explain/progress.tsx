import type { Explained } from '../../../core/protocol/panels/explain';
import type { Shown } from './state';
import { useClock } from './use-explained';
import { duration } from './words';

/** Phases in which something is on its way. */
export function isRunning({ phase }: Explained): boolean {
  return phase.kind === 'preparing' || phase.kind === 'asking' || phase.kind === 'waiting';
}

/** What is going on, with the time that it takes or that is left. Nothing once it is over. */
export function Progress({ shown }: { readonly shown: Shown }) {
  const { explained, at } = shown;
  const { phase, text, reasoning } = explained;
  const running = isRunning(explained);
  // The time of the last load may lie after the last tick.
  const since = Math.max(0, useClock(running, 5) - at);
  if (!running) return null;
  if (phase.kind === 'waiting') {
    const left = Math.max(0, phase.leftMs - since);
    return (
      <p class="progress notice" data-phase="waiting">
        <strong>Waiting to ask again.</strong> {phase.why} Attempt {phase.attempt} in{' '}
        <span class="count">{(left / 1000).toFixed(1)} s</span>.
      </p>
    );
  }
  const what = phase.kind === 'preparing' ? 'Reading the rollout' : begun(text, reasoning);
  return (
    <p class="progress quiet" data-phase={phase.kind}>
      <vscode-progress-ring aria-hidden="true" />
      <span>
        {what}…{' '}
        {phase.kind === 'asking' ? <span class="count">{elapsed(phase.elapsedMs + since)}</span> : null}
      </span>
    </p>
  );
}

function begun(text: string, reasoning: string): string {
  if (text !== '') return 'The answer is coming';
  return reasoning === '' ? 'Waiting for the first word' : 'The model is thinking';
}

/** The time so far, in the same shape from the first moment on. */
function elapsed(ms: number): string {
  return ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}
