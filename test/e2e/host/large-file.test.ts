import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { activated, closeAll, example, until } from './support';

describe('A file too large for the extension host', () => {
  after(closeAll);

  it('has its rollouts picked from a list, and leads back to its text', async () => {
    await activated();
    const uri = example('large.jsonl');
    const lines = readFileSync(example('search-r1/step_1.jsonl').fsPath, 'utf8');
    writeFileSync(uri.fsPath, lines.repeat(Math.ceil((55 * 1024 * 1024) / lines.length)));
    await vscode.commands.executeCommand('vscode.open', uri);
    const input = await until('its tab', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input);
    assert.ok(input instanceof vscode.TabInputText && input.uri.path.endsWith('large.jsonl'));

    const picking = vscode.commands.executeCommand('tracehop.openRollout');
    await until('the rollout', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.activeTextEditor?.document.uri.scheme === 'rollout';
    });
    await picking;
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /large\.jsonl#0\.rollout$/);

    await vscode.commands.executeCommand('tracehop.nextRollout');
    await vscode.commands.executeCommand('tracehop.revealInSource');
    const back = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(back instanceof vscode.TabInputText && back.uri.toString() === uri.toString());
  });
});
