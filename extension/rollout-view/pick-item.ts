import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { RolloutSummary } from '../../core/protocol/server';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';
import { outcomeOf } from './outcome';
import { isUnreadable } from './readable';
import {
  answerText,
  dotted,
  findingsText,
  goldText,
  matchText,
  numberText,
  scoreText,
  searchesText,
} from './summary-text';

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
      detail: plainLabel(unmarked(summary.fault ?? ''), 200),
      address: { file, index, sample },
    };
  }
  return {
    label: `$(${icon(summary)}) ${number}  ${plainLabel(subject(summary), 120)}`,
    // Not beside the question: a long one would push it out of sight. The rules come last: they are there to be
    // filtered by, and a list cuts off what does not fit.
    detail: dotted(
      scoreText(summary.score),
      matchText(summary.correct),
      searchesText(summary),
      answerText(summary, 60),
      goldText(summary, 60),
      findingsText(summary),
      summary.rules.join(', '),
    ),
    address: { file, index, sample },
  };
}

/** What tells a rollout from the others: its question, or how it begins. */
function subject({ question, opening }: RolloutSummary): string {
  return question ?? (opening === '' ? vscode.l10n.t('no question recorded') : opening);
}

export function morePickItem(count: number): PickItem {
  return {
    label: `$(ellipsis) ${vscode.l10n.t('Read {0} more', count)}`,
    alwaysShow: true,
    address: null,
  };
}

/** Whether it ended well; where nothing says so, whether something is wrong with its form. */
function icon(summary: RolloutSummary): string {
  switch (outcomeOf(summary)) {
    case 'right':
      return 'pass';
    case 'wrong':
      return 'error';
    case 'unknown':
      return summary.errors > 0 ? 'warning' : 'circle-large-outline';
  }
}
