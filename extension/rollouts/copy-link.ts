import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { fileOf } from '../rollout-view/address';
import { formatLink } from './link';

/** Milliseconds that a word in the status bar stays. */
const BRIEFLY = 4000;

/** Puts a link to a rollout, or to a set with a filter, on the clipboard. */
export async function copyLink(
  paths: readonly string[],
  rollout: RolloutAddress | null,
  filter: string,
): Promise<void> {
  const shown = rollout ? [fileOf(rollout)] : paths.map((path) => vscode.Uri.parse(path, true));
  const link = formatLink(vscode.env.uriScheme, {
    paths: shown.map(({ fsPath }) => fsPath),
    rollout,
    filter: rollout ? null : filter,
  });
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(vscode.l10n.t('The link is on the clipboard'), BRIEFLY);
}
