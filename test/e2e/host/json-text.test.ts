import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, ask, closeAll, example, hoverText, placeOf, show, until } from './support';

const lensesOf = (uri: vscode.Uri): Promise<vscode.CodeLens[]> =>
  ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);

const ours = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source?.toLowerCase() === 'tracehop');

describe('A JSONL file with rollouts', () => {
  let document: vscode.TextDocument;

  before(async () => {
    await activated();
    document = (await show(example('search-r1/step_1.jsonl'))).document;
  });
  after(closeAll);

  it('stays JSON', () => {
    assert.equal(document.languageId, 'jsonl');
  });

  it('has a lens above each record', async () => {
    const lenses = await until('lenses', () => lensesOf(document.uri));
    const records = lenses.filter(({ command }) => command?.command === 'tracehop.openRollout');
    assert.equal(records.length, document.getText().trimEnd().split('\n').length);
    // They come in the order in which they were worked out.
    const first = records.find(({ range }) => range.start.line === 0);
    assert.match(first?.command?.title ?? '', /^Rollout 0 · score [\d.]+ · EM [01] · \S+ search/);
  });

  it('has lenses at the searches in view', async () => {
    await until('search lenses', async () =>
      (await lensesOf(document.uri)).some(({ command }) => command?.command === 'tracehop.showDocuments'),
    );
  });

  it('hovers over a query', async () => {
    const text = document.getText();
    const place = document.positionAt(text.indexOf('</search>', text.indexOf('"output"')) - 3);
    const hovers = await until('hover', () =>
      ask<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, place),
    );
    assert.notEqual(hoverText(hovers).trim(), '');
  });

  it('has its findings in the Problems view, each linked to its page', async () => {
    const diagnostics = await until('diagnostics', () => ours(document.uri));
    for (const { code, range } of diagnostics) {
      assert.ok(typeof code === 'object' && code.target.scheme === 'command', JSON.stringify(code));
      assert.ok(range.end.line < document.lineCount);
    }
  });

  it('opens the rollout at the cursor', async () => {
    const editor = await show(document.uri);
    editor.selection = new vscode.Selection(2, 5, 2, 5);
    await vscode.commands.executeCommand('tracehop.openRollout', document.uri);
    const active = vscode.window.activeTextEditor?.document;
    assert.equal(active?.uri.scheme, 'rollout');
    assert.match(active?.uri.path ?? '', /step_1\.jsonl#2\.rollout$/);
  });

  it('steps to the next rollout and back, in the same tab', async () => {
    const tabs = (): number => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    await vscode.commands.executeCommand('tracehop.nextRollout');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /#3\.rollout$/);
    await vscode.commands.executeCommand('tracehop.previousRollout');
    await vscode.commands.executeCommand('tracehop.previousRollout');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /#1\.rollout$/);
    assert.equal(tabs(), before);
  });

  it('shows where the text of a rollout stands in the file', async () => {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const place = placeOf(editor.document, '<think>', 0);
    editor.selection = new vscode.Selection(place, place);
    await vscode.commands.executeCommand('tracehop.revealInSource');
    const source = vscode.window.activeTextEditor;
    assert.equal(source?.document.uri.toString(), document.uri.toString());
    assert.equal(source?.selection.active.line, 1);
    assert.ok(document.lineAt(1).text.slice(source.selection.active.character).startsWith('<think>'));
  });

  it('waits with its lenses until it is saved', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), ' ');
    await vscode.workspace.applyEdit(edit);
    const dirty = (await lensesOf(document.uri)).filter(({ command }) =>
      command?.command.startsWith('tracehop.'),
    );
    assert.deepEqual(dirty, []);
    await document.save();
    await until('lenses after saving', () => lensesOf(document.uri));
  });
});

describe('A JSON file without rollouts', () => {
  after(closeAll);

  for (const name of ['corpus/questions.jsonl', 'package.json']) {
    it(`shows nothing of us: ${name}`, async () => {
      await activated();
      const uri = example(name);
      if (name === 'package.json') await vscode.workspace.fs.writeFile(uri, Buffer.from('{"name": "x"}\n'));
      await show(uri);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const lenses = (await lensesOf(uri)).filter(({ command }) => command?.command.startsWith('tracehop.'));
      assert.deepEqual(lenses, []);
      assert.deepEqual(ours(uri), []);
    });
  }
});
