import * as vscode from 'vscode';
import type { RolloutSummary } from '../../core/protocol/server';
import { plainLabel } from '../common/plain-label';

/** `score 1`, with no more digits than tell anything. */
export function scoreText(score: number | null): string | null {
  if (score === null) return null;
  const number = new Intl.NumberFormat(vscode.env.language, { maximumFractionDigits: 3 }).format(score);
  return vscode.l10n.t('score {0}', number);
}

export function searchesText(count: number): string {
  if (count === 0) return vscode.l10n.t('no search');
  return count === 1 ? vscode.l10n.t('1 search') : vscode.l10n.t('{0} searches', count);
}

export function answerText(answer: string | null, limit = 60): string {
  if (answer === null) return vscode.l10n.t('no answer');
  return vscode.l10n.t('answer “{0}”', plainLabel(answer, limit));
}

/** `1 error, 2 warnings`, or null where there is neither. */
export function findingsText({ errors, warnings }: RolloutSummary): string | null {
  const parts: string[] = [];
  if (errors) parts.push(errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors));
  if (warnings) {
    parts.push(warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings));
  }
  return parts.length ? parts.join(', ') : null;
}

/** `17`, or `17.2` for the third rollout of its record: the number ids and tabs show. */
export function numberText({ index, sample }: RolloutSummary): string {
  return sample > 0 ? `${index}.${sample}` : `${index}`;
}

/** Joins what there is to say. */
export function dotted(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
