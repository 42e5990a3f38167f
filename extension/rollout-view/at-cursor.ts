import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests, type RolloutPlace } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { plainLabel } from '../common/plain-label';
import { addressOf, baseName, sameUri } from './address';

/** Milliseconds that a word in the status bar stays. */
export const BRIEFLY = 4000;

/**
 * The rollout that the cursor is in, and the place in it, where the file is shown in the active editor. The server
 * knows the file as it was saved: with unsaved changes the line still leads to a rollout, and the reader is told.
 */
export async function placeAtCursor(app: App, uri: vscode.Uri): Promise<RolloutPlace | null> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || addressOf(uri) || !sameUri(editor.document.uri, uri)) return null;
  const { line, character } = editor.selection.active;
  const params = { file: uri.toString(), position: { line, character } };
  const place = await app.server.request(requests.ownOffsetAt, params);
  if (!place || !editor.document.isDirty) return place;
  const unsaved = vscode.l10n.t(
    '{0} has unsaved changes: this is the rollout as it was saved',
    baseName(uri),
  );
  vscode.window.setStatusBarMessage(plainLabel(unsaved, 160), BRIEFLY);
  return { ...place, offset: null };
}

export function addressIn({ file, index, sample }: RolloutPlace): RolloutAddress {
  return { file, index, sample };
}

export function nothingOpen(): UserError {
  return new UserError(vscode.l10n.t('Open a file that holds rollouts first.'));
}
