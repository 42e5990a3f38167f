import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, ask, closeAll, example, rolloutOf, show, until } from './support';

describe('The language server', () => {
  after(closeAll);

  const symbolsOf = (uri: vscode.Uri): Promise<vscode.DocumentSymbol[]> =>
    ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);

  it('comes back after a crash, and the features with it', async () => {
    const api = await activated();
    const { document } = await show(example('search-r1/one.rollout'));
    await until('symbols', () => symbolsOf(document.uri));
    const first = await until('server process', () => api.serverProcess());
    process.kill(first, 'SIGKILL');
    const second = await until('another process', () => {
      const now = api.serverProcess();
      return now !== first && now;
    });
    assert.notEqual(second, first);
    await until('symbols after the crash', () => symbolsOf(document.uri));
  });

  it('is restarted by command, and open files get their findings again', async () => {
    const api = await activated();
    const uri = example('search-r1/step_1.jsonl');
    await show(uri);
    const diagnostics = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri);
    await until('diagnostics', diagnostics);
    const before = api.serverProcess();
    await vscode.commands.executeCommand('tracehop.restartServer');
    assert.notEqual(api.serverProcess(), before);
    await until('diagnostics after the restart', diagnostics);
  });

  it('stays down after too many crashes, until it is restarted by command', async () => {
    const api = await activated();
    await show(example('search-r1/one.rollout'));
    const last = new Set<number>();
    await until(
      'the end of restarts',
      () => {
        const process_ = api.serverHealth() === 'running' ? api.serverProcess() : null;
        if (process_ !== null && !last.has(process_)) {
          last.add(process_);
          process.kill(process_, 'SIGKILL');
        }
        return api.serverHealth() === 'stopped';
      },
      40_000,
    );
    await vscode.commands.executeCommand('tracehop.restartServer');
    assert.equal(api.serverHealth(), 'running');
    await until('symbols', () => symbolsOf(example('search-r1/one.rollout')));
  });

  it('has rollouts follow their file, and the reader keeps the place', async () => {
    const uri = example('search-r1/step_20.jsonl');
    const { document } = await show(rolloutOf('search-r1/step_20.jsonl', 0));
    const before = document.getText();
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text.replace('You are Qwen', 'You are still Qwen')));
    await until('the new text', () => document.getText() !== before);
    assert.ok(document.getText().includes('You are still Qwen'));
  });
});
