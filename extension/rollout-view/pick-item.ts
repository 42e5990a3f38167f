import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { RolloutSummary } from '../../core/protocol/server';
import { plainLabel } from '../common/plain-label';
import { isUnreadable } from './readable';
import { answerText, dotted, findingsText, numberText, scoreText, searchesText } from './summary-text';

/** A rollout in the list, or the line that asks for more of them. */
export interface PickItem extends vscode.QuickPickItem {
  readonly address: RolloutAddress | null;
}

export function pickItem(summary: RolloutSummary): PickItem {
  const { file, index, sample } = summary;
  const number = numberText(summary);
  if (isUnreadable(summary)) {
    return {
      label: `$(circle-slash) ${number}`,
      description: vscode.l10n.t('cannot be read'),
      detail: plainLabel(summary.fault ?? '', 200),
      address: { file, index, sample },
    };
  }
  const question = summary.question ?? vscode.l10n.t('no question recorded');
  return {
    label: `$(${icon(summary)}) ${number}  ${plainLabel(question, 120)}`,
    // Not beside the question: a long one would push it out of sight.
    detail: dotted(
      scoreText(summary.score),
      searchesText(summary.searches),
      answerText(summary.answer, 100),
      findingsText(summary),
    ),
    address: { file, index, sample },
  };
}

export function morePickItem(count: number): PickItem {
  return {
    label: `$(ellipsis) ${vscode.l10n.t('Read {0} more', count)}`,
    alwaysShow: true,
    address: null,
  };
}

function icon({ errors, warnings }: RolloutSummary): string {
  if (errors) return 'error';
  return warnings ? 'warning' : 'pass';
}
