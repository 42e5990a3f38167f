import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../../extension/commands/types';
import { activated } from './support';

describe('Activation', () => {
  it('takes tens of milliseconds and starts no server', async () => {
    const { activationTime } = await activated();
    assert.ok(activationTime < 100, `activation took ${activationTime} ms`);
  });

  it('registers every command', async () => {
    await activated();
    const all = await vscode.commands.getCommands(true);
    assert.deepEqual(
      Object.keys(commandIds).filter((id) => !all.includes(id)),
      [],
    );
  });

  it('declares the language of rollouts', async () => {
    assert.ok((await vscode.languages.getLanguages()).includes('rollout'));
  });
});
