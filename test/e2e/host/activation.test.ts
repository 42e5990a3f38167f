import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Activation', () => {
  it('finds the extension under development and activates it', async () => {
    const extension = vscode.extensions.getExtension('tracehop.tracehop');
    assert.ok(extension, 'tracehop.tracehop is not loaded');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
