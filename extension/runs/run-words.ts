import * as vscode from 'vscode';
import type { StoreProblem, StoreState } from '../../core/protocol/store';
import { oneLine } from '../../core/visible';
import { durationText } from '../../core/words';
import type { StepSummary } from './nodes';
import type { Run } from './run';

/** Problems that are named; of the others only the number is told. */
const MOST_NAMED = 10;

export function countText(count: number): string {
  return count.toLocaleString('en');
}

export function rolloutsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 rollout') : vscode.l10n.t('{0} rollouts', countText(count));
}

/** A reward with four significant digits. */
export function rewardText(reward: number): string {
  return String(Number(reward.toPrecision(4)));
}

/** Least and greatest mean of some steps; null where none has one. */
export function rangeText(steps: readonly StepSummary[]): string | null {
  let [least, greatest] = [Infinity, -Infinity];
  for (const { score } of steps) {
    if (score === null) continue;
    least = Math.min(least, score);
    greatest = Math.max(greatest, score);
  }
  if (least > greatest) return null;
  return least === greatest
    ? rewardText(least)
    : vscode.l10n.t('{0} to {1}', rewardText(least), rewardText(greatest));
}

/** What stands beside a run: how far it is, and how much is wrong. */
export function runDescription({ state, problem, isOpen, isHeld }: Run): string {
  if (problem !== null) return vscode.l10n.t('cannot be read');
  if (!state) return isOpen || isHeld ? vscode.l10n.t('opening') : '';
  const parts = [progressText(state, isOpen || isHeld)];
  const faults = state.problems.length;
  if (faults > 0)
    parts.push(faults === 1 ? vscode.l10n.t('1 problem') : vscode.l10n.t('{0} problems', faults));
  return parts.join(' · ');
}

function progressText({ phase, rows, bytes, bytesRead }: StoreState, isHeld: boolean): string {
  // The state of a set that nobody has open is an old one.
  if (!isHeld || phase === 'following') return rolloutsText(rows);
  if (phase === 'listing') return vscode.l10n.t('looking for files');
  if (phase === 'stopped') return vscode.l10n.t('stopped after {0}', rolloutsText(rows));
  const percent = bytes > 0 ? Math.floor((100 * bytesRead) / bytes) : 0;
  return vscode.l10n.t('reading {0} %, {1}', Math.min(percent, 99), rolloutsText(rows));
}

/** What a run says when it is pointed at. Plain text: messages name files, which may be anybody's. */
export function runTooltip({ source, state, problem }: Run): string {
  const paths = source.paths.map((path) => oneLine(vscode.Uri.parse(path, true).fsPath));
  const lines = [...paths.slice(0, MOST_NAMED), ...more(paths.length)];
  if (problem !== null) lines.push('', oneLine(problem));
  if (state) lines.push('', ...stateLines(state));
  return lines.join('\n');
}

function stateLines(state: StoreState): readonly string[] {
  const { files, filesRead, rows, broken, remaining, phase, cache, problems } = state;
  const lines = [
    vscode.l10n.t('{0} of {1} files read, {2}', countText(filesRead), countText(files), rolloutsText(rows)),
  ];
  if (phase === 'reading' && remaining !== null)
    lines.push(vscode.l10n.t('{0} to go', durationText(remaining)));
  if (broken > 0) lines.push(vscode.l10n.t('{0} records cannot be read', countText(broken)));
  if (cache.kind === 'memory') lines.push(oneLine(cache.why));
  const named = problems.slice(0, MOST_NAMED).map(problemText);
  return named.length > 0 ? [...lines, '', ...named, ...more(problems.length)] : lines;
}

function problemText({ message }: StoreProblem): string {
  return oneLine(message);
}

function more(count: number): readonly string[] {
  return count > MOST_NAMED ? [vscode.l10n.t('and {0} more', countText(count - MOST_NAMED))] : [];
}
