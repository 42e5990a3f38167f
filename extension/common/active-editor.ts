import * as vscode from 'vscode';

/**
 * The file that the active tab shows, also where it is too large for the extension host to see its editor, or where
 * another extension shows it (a table, a binary file).
 */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return vscode.window.activeTextEditor?.document.uri;
}
