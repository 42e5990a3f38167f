import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, ask, closeAll, example, show, until } from './support';

/** A record with a prompt of so many lines, and a last line of so many characters. */
function record(promptLines: number, tail = 0): string {
  const input = `${Array.from({ length: promptLines }, (_, i) => `rule ${i}`).join('\n')}\n`;
  const output =
    '<think>I look.</think>\n<search> river </search>\n\n<information>Doc 1(Title: "River") a river ' +
    `https://example.com/river ${'x'.repeat(tail)}</information>\n\n<answer> Melka </answer>`;
  return JSON.stringify({ input, output, gts: ['Melka'], score: 1, step: 1 });
}

/** Writes a file of the workspace and shows it. */
async function open(name: string, text: string): Promise<vscode.TextEditor> {
  const uri = example(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return show(uri);
}

/** Runs *Open Rollout* with the cursor somewhere; the editor that is active then. */
async function openAt(editor: vscode.TextEditor, position: vscode.Position): Promise<vscode.TextEditor> {
  await vscode.window.showTextDocument(editor.document, { preview: false });
  const source = vscode.window.activeTextEditor;
  assert.ok(source);
  source.selection = new vscode.Selection(position, position);
  await vscode.commands.executeCommand('tracehop.openRollout', editor.document.uri);
  const opened = vscode.window.activeTextEditor;
  assert.equal(opened?.document.uri.scheme, 'rollout');
  return opened;
}

describe('Open Rollout', () => {
  before(activated);
  after(closeAll);

  it('opens at the place of the cursor', async () => {
    const editor = await open('place.jsonl', `${record(30)}\n${record(30)}\n`);
    const line = editor.document.lineAt(1).text;
    const { document, selection } = await openAt(editor, new vscode.Position(1, line.indexOf('<answer>')));
    assert.match(document.uri.path, /place\.jsonl#1\.rollout$/);
    assert.ok(
      document.lineAt(selection.active.line).text.slice(selection.active.character).startsWith('<answer>'),
    );
  });

  it('opens at the first line of the policy where the prompt is long', async () => {
    const editor = await open('long-prompt.jsonl', `${record(30)}\n`);
    const { document, selection } = await openAt(editor, new vscode.Position(0, 0));
    assert.ok(document.lineAt(selection.active.line).text.startsWith('<think>'));
    assert.equal(selection.active.line, 30);
  });

  it('opens at the beginning where the prompt is short', async () => {
    const editor = await open('short-prompt.jsonl', `${record(3)}\n`);
    const { selection } = await openAt(editor, new vscode.Position(0, 0));
    assert.equal(selection.active.line, 0);
  });

  it('opens the rollout of the line while the file has unsaved changes', async () => {
    const editor = await open('unsaved.jsonl', `${record(3)}\n${record(3)}\n${record(3)}\n`);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
    assert.ok(editor.document.isDirty);
    const { document } = await openAt(editor, new vscode.Position(2, 20));
    assert.match(document.uri.path, /unsaved\.jsonl#2\.rollout$/);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('has a lens also above records whose lines are too long', async () => {
    const editor = await open('long-lines.jsonl', `${record(3, 12_000)}\n${record(3, 12_000)}\n`);
    const lenses = await until('lenses', async () =>
      (await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', editor.document.uri, 20)).filter(
        ({ command }) => command?.command === 'tracehop.openRollout',
      ),
    );
    // They come in the order in which they were worked out.
    assert.deepEqual(lenses.map(({ range }) => range.start.line).sort(), [0, 1]);
  });
});

describe('A text file with rollouts', () => {
  after(closeAll);

  it('is shown as rollouts when the reader asks for it', async () => {
    await activated();
    const { output } = JSON.parse(record(1)) as { output: string };
    const editor = await open('case.txt', output);
    assert.equal(editor.document.languageId, 'plaintext');
    await vscode.commands.executeCommand('tracehop.viewAsRollout', editor.document.uri);
    const document = await vscode.workspace.openTextDocument(editor.document.uri);
    assert.equal(document.languageId, 'rollout');
    await until('lenses', async () =>
      (await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 20)).some(
        ({ command }) => command?.command === 'tracehop.showDocuments',
      ),
    );
  });
});
