import * as vscode from 'vscode';
import type { App } from '../app';

/** Scheme of the documents that show what a field map would make of a file. */
const SCHEME = 'tracehop-preview';

/** Shows previews beside the editor, one at a time, and takes them away again. */
export class Previews implements vscode.TextDocumentContentProvider {
  private readonly emitter = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();

  readonly onDidChange = this.emitter.event;

  constructor({ life }: App) {
    life.add(this.emitter);
    life.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows a text; the focus stays where it is. */
  async show(name: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('Preview of {0}', name)}.txt` });
    this.texts.set(uri.toString(), text);
    this.emitter.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const viewColumn = vscode.ViewColumn.Beside;
    const shown = tabOf(uri);
    if (!shown)
      await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
    return uri;
  }

  async close(uri: vscode.Uri): Promise<void> {
    this.texts.delete(uri.toString());
    const tab = tabOf(uri);
    if (tab) await vscode.window.tabGroups.close(tab, true);
  }
}

function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
