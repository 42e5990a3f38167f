import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rolloutUri } from '../../../core/protocol/rollout-uri';
import type { Api } from '../../../extension/extension';

/** The extension under test, activated. */
export async function activated(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>('tracehop.tracehop');
  assert.ok(extension, 'tracehop.tracehop is not loaded');
  return extension.activate();
}

/** A file of the workspace, which is a copy of the examples. */
export function example(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, path);
}

/** The URI of the view of one rollout of a file. */
export function rolloutOf(path: string, index: number): vscode.Uri {
  const file = example(path);
  return vscode.Uri.from(rolloutUri({ file: file.toString(), index, sample: 0 }, file.path));
}

/** Shows a document, pinned. */
export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.window.showTextDocument(document, { preview: false });
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Tries again until there is something: a value that is neither undefined, null, false nor an empty list. */
export async function until<T>(
  what: string,
  attempt: () => PromiseLike<T> | T,
  ms = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await attempt();
    if (value && !(Array.isArray(value) && value.length === 0)) return value;
    if (Date.now() > end) throw new Error(`no ${what} within ${ms / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs one of VS Code's commands that ask providers. */
export async function ask<T>(command: string, ...args: readonly unknown[]): Promise<T> {
  return vscode.commands.executeCommand<T>(command, ...args);
}

/** The place of a text in a document, or of a place inside it. */
export function placeOf(document: vscode.TextDocument, text: string, skip = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, `${JSON.stringify(text)} is not in ${document.uri.path}`);
  return document.positionAt(offset + skip);
}

/** All text of hovers. */
export function hoverText(hovers: readonly vscode.Hover[]): string {
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n');
}
