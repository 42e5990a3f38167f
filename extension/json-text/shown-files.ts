import * as vscode from 'vscode';
import { notifications } from '../../core/protocol/server';
import type { App } from '../app';
import { isJson } from './candidates';
import type { RolloutFiles } from './rollout-files';

/** Tells the server which JSON files with rollouts are on show, so that it publishes their findings. */
export class ShownFiles {
  /** Files the server was told of, by URI. */
  private readonly shown = new Set<string>();

  constructor(
    private readonly app: App,
    private readonly files: RolloutFiles,
  ) {
    const { life } = app;
    life.add(vscode.window.onDidChangeVisibleTextEditors(() => this.look()));
    life.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.hide(uri)));
    life.add(
      files.onDidChange((uri) => {
        if (uri) this.shown.delete(uri.toString());
        else this.shown.clear();
        this.look();
      }),
    );
    this.look();
  }

  private look(): void {
    for (const { document } of vscode.window.visibleTextEditors) {
      if (isJson(document.uri) && !this.shown.has(document.uri.toString())) {
        this.app.report.start('show file', () => this.show(document));
      }
    }
  }

  private async show(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    if (await this.files.holding(document.uri, document)) {
      if (document.isClosed) return;
      this.shown.add(key);
      this.app.server.notify(notifications.fileShown, { file: key });
    } else this.hide(document.uri);
  }

  private hide(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.shown.delete(key)) this.app.server.notify(notifications.fileClosed, { file: key });
  }
}
