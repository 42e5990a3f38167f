import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';

const SCHEME = 'tracehop-record';
const ENDING = /#(\d+)\.(?:yaml|txt)$/;

/** Shows single records of files as documents to read: YAML, whose texts have their line breaks. */
export class RecordDocuments implements vscode.TextDocumentContentProvider {
  private readonly emitter = new vscode.EventEmitter<vscode.Uri>();

  readonly onDidChange = this.emitter.event;

  constructor(private readonly app: App) {
    const { life, server } = app;
    life.add(this.emitter);
    life.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    life.add(server.onDidChangeFile((file) => this.refresh(file)));
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const index = ENDING.exec(uri.path)?.[1];
    if (index === undefined || uri.query === '') return '';
    try {
      const params = { file: uri.query, index: Number(index) };
      return (await this.app.server.request(requests.readableRecord, params, token)).text;
    } catch (error) {
      // An editor that was open before shows why, in place of the record.
      if (error instanceof UserError) return error.message;
      throw error;
    }
  }

  /** Opens record `index` of a file. */
  async show(file: vscode.Uri, index: number): Promise<void> {
    const params = { file: file.toString(), index };
    const { form } = await this.app.server.request(requests.readableRecord, params);
    const ending = form === 'yaml' ? 'yaml' : 'txt';
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `${file.path}#${index}.${ending}`,
      query: file.toString(),
    });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  private refresh(file: vscode.Uri): void {
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === SCHEME && uri.query === file.toString()) this.emitter.fire(uri);
  }
}
