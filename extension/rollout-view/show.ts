import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { documentUri } from './address';
import type { RolloutContent } from './content';

/** Lines of a prompt that a reader sees past without being taken along. */
const SHORT_PROMPT = 15;

/** Shows a rollout in the active group, in the one preview tab, so that stepping through a file opens no new tabs. */
export async function showRollout(app: App, address: RolloutAddress): Promise<vscode.TextEditor> {
  const document = await openRolloutDocument(app, address);
  await keepSource(app);
  return vscode.window.showTextDocument(document, { preview: true });
}

/**
 * Shows a rollout at an offset of its own text. Without one the editor's own memory of the place counts, and the first
 * time the line where the policy begins to write, if the prompt before it is long.
 */
export async function showRolloutAt(
  app: App,
  content: RolloutContent,
  address: RolloutAddress,
  offset: number | null = null,
): Promise<void> {
  const editor = await showRollout(app, address);
  if (offset !== null) {
    goTo(editor, content.positionAt(editor.document, offset), vscode.TextEditorRevealType.InCenter);
    return;
  }
  const { active } = editor.selection;
  if (active.line > 0 || active.character > 0) return;
  const start = await app.server.request(requests.policyStart, address);
  if (start.offset === null) return;
  const place = content.positionAt(editor.document, start.offset);
  if (place.line > SHORT_PROMPT) goTo(editor, place, vscode.TextEditorRevealType.AtTop);
}

function goTo(editor: vscode.TextEditor, place: vscode.Position, how: vscode.TextEditorRevealType): void {
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), how);
}

/** Opens the document. VS Code words every failure alike, so the server is asked for the reason. */
export async function openRolloutDocument(app: App, address: RolloutAddress): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(documentUri(address));
  } catch (error) {
    await app.server.request(requests.rolloutText, address);
    throw error;
  }
}

/** Pins the file the reader comes from: a preview tab would be replaced by the rollout. */
async function keepSource(app: App): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isFile = tab?.input instanceof vscode.TabInputText && tab.input.uri.scheme === 'file';
  if (tab?.isPreview && isFile) await app.commands.builtIn('workbench.action.keepEditor');
}
