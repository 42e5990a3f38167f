import * as vscode from 'vscode';
import type { RolloutSummary } from '../../core/protocol/server';
import { plainLabel } from '../common/plain-label';

/** `score 1`, with no more digits than tell anything. */
export function scoreText(score: number | null): string | null {
  if (score === null) return null;
  const number = new Intl.NumberFormat(vscode.env.language, { maximumFractionDigits: 3 }).format(score);
  return vscode.l10n.t('score {0}', number);
}

/** `EM 1` where the answer equals a gold, `EM 0` where it does not; null where there is nothing to compare. */
export function matchText(correct: boolean | null): string | null {
  return correct === null ? null : vscode.l10n.t('EM {0}', correct ? 1 : 0);
}

/** `2 searches`; null where the dialect knows none, so that their absence says nothing. */
export function searchesText({ searches, structured }: RolloutSummary): string | null {
  if (searches === 0) return structured ? vscode.l10n.t('no search') : null;
  return searches === 1 ? vscode.l10n.t('1 search') : vscode.l10n.t('{0} searches', searches);
}

/** `answer “…”`; null where the dialect knows no answers. */
export function answerText({ answer, structured }: RolloutSummary, limit = 60): string | null {
  if (answer === null) return structured ? vscode.l10n.t('no answer') : null;
  return vscode.l10n.t('answer “{0}”', plainLabel(answer, limit));
}

/** `gold “…”`, the first of them; null where none is recorded. */
export function goldText({ golds }: RolloutSummary, limit = 60): string | null {
  const [gold] = golds;
  return gold === undefined ? null : vscode.l10n.t('gold “{0}”', plainLabel(gold, limit));
}

/** `1 error, 2 warnings, 1 information`, or null where there is nothing. */
export function findingsText({ errors, warnings, informations }: RolloutSummary): string | null {
  const parts: string[] = [];
  if (errors) parts.push(errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors));
  if (warnings) {
    parts.push(warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings));
  }
  if (informations) parts.push(vscode.l10n.t('{0} information', informations));
  return parts.length ? parts.join(', ') : null;
}

/** `#17`, or `#17.2` where its record holds several: the end of the id, as the command line prints it. */
export function numberText({ id, index }: RolloutSummary): string {
  return /#\d+(?:\.\d+)?$/.exec(id)?.[0] ?? `#${index}`;
}

/** Joins what there is to say. */
export function dotted(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
