import * as vscode from 'vscode';
import type { RolloutSummary } from '../../core/protocol/server';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';
import { isUnreadable } from '../rollout-view/readable';
import {
  answerText,
  dotted,
  findingsText,
  matchText,
  scoreText,
  searchesText,
} from '../rollout-view/summary-text';

/** What stands above a record: `Rollout 17 · score 1 · EM 1 · 2 searches · answer “Fort Davis”`. */
export function recordTitle(index: number, rollouts: readonly RolloutSummary[]): string {
  const [first, ...others] = rollouts;
  if (!first) return vscode.l10n.t('Record {0} · no rollout', index);
  if (others.length > 0) {
    const scores = rollouts.map(({ score }) => score).filter((score) => score !== null);
    return dotted(
      vscode.l10n.t('Record {0}', index),
      vscode.l10n.t('{0} rollouts', rollouts.length),
      scores.length ? scoreText(scores.reduce((sum, score) => sum + score, 0) / scores.length) : null,
    );
  }
  if (isUnreadable(first)) {
    return dotted(vscode.l10n.t('Record {0}', index), plainLabel(unmarked(first.fault ?? ''), 120));
  }
  return dotted(
    vscode.l10n.t('Rollout {0}', index),
    scoreText(first.score),
    matchText(first.correct),
    searchesText(first),
    answerText(first, 40),
    findingsText(first),
  );
}
