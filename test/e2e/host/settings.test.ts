import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, ask, closeAll, example, show, until } from './support';

describe('Settings', () => {
  const uri = (): vscode.Uri => example('search-r1/step_40.jsonl');
  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration('tracehop').update(name, value, vscode.ConfigurationTarget.Workspace);
  const titles = async (): Promise<string[]> =>
    (await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri(), 100))
      .filter(({ command }) => command?.command.startsWith('tracehop.'))
      .map(({ command }) => command?.title ?? '');

  before(async () => {
    await activated();
    await show(uri());
    await until('lenses', titles);
  });
  after(async () => {
    for (const name of ['codeLens.enabled', 'dialect', 'findings.severity']) await set(name, undefined);
    await closeAll();
  });

  it('switch the lenses off and on', async () => {
    await set('codeLens.enabled', false);
    await until('no lenses', async () => (await titles()).length === 0);
    await set('codeLens.enabled', undefined);
    await until('lenses', titles);
  });

  it('say which dialect a file is in', async () => {
    await set('dialect', 'plain');
    await until('a lens without searches', async () =>
      /^Rollout 0 · (?!.*search)/.test((await titles())[0] ?? ''),
    );
    await set('dialect', undefined);
    await until('a lens with searches', async () => (await titles())[0]?.includes('1 search'));
  });

  it('silence a rule', async () => {
    const rules = (): unknown[] =>
      vscode.languages
        .getDiagnostics(uri())
        .map(({ code }) => (typeof code === 'object' ? code.value : code));
    const [first] = await until('findings', rules);
    await set('findings.severity', { [String(first)]: 'off' });
    await until('other findings', () => rules().length > 0 && !rules().includes(first));
    assert.ok(!rules().includes(first));
  });
});
