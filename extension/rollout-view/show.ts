import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { documentUri } from './address';

/** Shows a rollout in the active group, in the one preview tab, so that stepping through a file opens no new tabs. */
export async function showRollout(app: App, address: RolloutAddress): Promise<vscode.TextEditor> {
  const document = await open(app, address);
  await keepSource(app);
  return vscode.window.showTextDocument(document, { preview: true });
}

/** Opens the document. VS Code words every failure alike, so the server is asked for the reason. */
async function open(app: App, address: RolloutAddress): Promise<vscode.TextDocument> {
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
