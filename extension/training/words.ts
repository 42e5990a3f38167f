import * as vscode from 'vscode';
import type { JobState } from '../../core/protocol/bridge/jobs';
import type { JobView } from '../../core/training/job-view';

/** A state in a word. */
export function stateText(state: JobState): string {
  return state.replaceAll('_', ' ');
}

/** Milliseconds as `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** How a job ended, as a sentence for a notice. */
export function endSentence({ recipe, state, message, startedAt, endedAt }: JobView): string {
  const took = startedAt !== null && endedAt !== null ? durationText(endedAt - startedAt) : null;
  const end =
    took === null
      ? vscode.l10n.t('{0}: {1}', recipe, stateText(state))
      : vscode.l10n.t('{0}: {1} after {2}', recipe, stateText(state), took);
  return message === null ? `${end}.` : `${end}: ${message}`;
}

/** How far a job is, in per cent of its steps; null where its number of steps is not known. */
export function percentOf({ progress }: JobView): number | null {
  if (!progress || progress.total === null || progress.total <= 0) return null;
  return Math.min(100, Math.floor((100 * progress.step) / progress.total));
}
