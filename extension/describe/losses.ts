import * as vscode from 'vscode';
import type { FileLosses } from '../../core/protocol/records';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';

/** What was absent, guessed or cut, as lines of a list that say something and do nothing. */
export function lossItems(losses: FileLosses | null): vscode.QuickPickItem[] {
  if (!losses || losses.lines.length === 0) return [];
  const title = losses.whole
    ? vscode.l10n.t('Not in the file, guessed or cut')
    : vscode.l10n.t('Not in the file, guessed or cut, in the first {0} records', losses.records);
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...losses.lines.map(({ kind, sentence }) => ({
      label: `$(${ICONS[kind]}) ${WORDS()[kind]}`,
      description: plainLabel(unmarked(sentence), 200),
    })),
  ];
}

const ICONS = { absent: 'circle-slash', guessed: 'question', cut: 'split-horizontal' } as const;

const WORDS = (): Record<keyof typeof ICONS, string> => ({
  absent: vscode.l10n.t('absent'),
  guessed: vscode.l10n.t('guessed'),
  cut: vscode.l10n.t('cut'),
});
