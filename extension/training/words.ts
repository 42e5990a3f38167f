import * as vscode from 'vscode';
import type { JobState } from '../../core/protocol/bridge/jobs';
import type { JobView } from '../../core/training/job-view';
import { durationText } from '../../core/words';

/** A state in a word. */
export function stateText(state: JobState): string {
  return state.replaceAll('_', ' ');
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
