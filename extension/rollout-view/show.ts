import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { documentUri } from './address';

/** Shows a rollout in the active group, in the one preview tab, so that stepping through a file opens no new tabs. */
export async function showRollout(app: App, address: RolloutAddress): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(documentUri(address));
  await keepSource(app);
  return vscode.window.showTextDocument(document, { preview: true });
}

/** Pins the file the reader comes from: a preview tab would be replaced by the rollout. */
async function keepSource(app: App): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isFile = tab?.input instanceof vscode.TabInputText && tab.input.uri.scheme === 'file';
  if (tab?.isPreview && isFile) await app.commands.builtIn('workbench.action.keepEditor');
}
