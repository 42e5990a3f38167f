import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests, type RolloutPlace } from '../../core/protocol/server';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import { addressOf, baseName, sameUri } from './address';
import { pickRollout } from './pick';

/** Milliseconds that a word in the status bar stays. */
const BRIEFLY = 4000;

/**
 * The rollout that a command is about: the one named, the one shown, that at the cursor in its file, or one the user
 * picks; undefined when they pick none.
 */
export async function chosenRollout(
  app: App,
  target: vscode.Uri | RolloutAddress | undefined,
): Promise<RolloutAddress | undefined> {
  if (target && 'index' in target) return target;
  const uri = target ?? activeUri();
  if (!uri) throw nothingOpen();
  const shown = addressOf(uri);
  if (shown) return shown;
  const place = await placeAtCursor(app, uri);
  return place ? addressIn(place) : pickRollout(app, uri);
}

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
  vscode.window.setStatusBarMessage(unsaved, BRIEFLY);
  return { ...place, offset: null };
}

export function addressIn({ file, index, sample }: RolloutPlace): RolloutAddress {
  return { file, index, sample };
}

export function nothingOpen(): UserError {
  return new UserError(vscode.l10n.t('Open a file that holds rollouts first.'));
}
