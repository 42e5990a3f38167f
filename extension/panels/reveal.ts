import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { documentUri } from '../rollout-view/address';
import type { RolloutContent } from '../rollout-view/content';

/**
 * Shows a rollout in another group than the panel's, with a range of its own text selected. The panel keeps the
 * focus, so that arrow keys go on there.
 */
export async function revealBeside(
  content: RolloutContent,
  panelColumn: vscode.ViewColumn | undefined,
  rollout: RolloutAddress,
  range: { readonly start: number; readonly end: number } | null,
): Promise<void> {
  const uri = documentUri(rollout);
  const document = await vscode.workspace.openTextDocument(uri);
  const viewColumn = otherColumn(panelColumn);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
  if (!range) return;
  const start = content.positionAt(document, range.start);
  const end = content.positionAt(document, range.end);
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A group that is there already, if there is one beside the panel's. */
export function otherColumn(panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const others = vscode.window.tabGroups.all.map((group) => group.viewColumn);
  return others.find((column) => column !== panelColumn) ?? vscode.ViewColumn.Beside;
}
