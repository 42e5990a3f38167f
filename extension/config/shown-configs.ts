import * as vscode from 'vscode';
import { CONFIG_NAME } from '../../core/config/config-name';
import { notifications } from '../../core/protocol/server';
import type { App } from '../app';

/** Milliseconds after the last keystroke before the server is told. */
const PAUSE = 250;

/** Tells the server what editors show of every `tracehop.yml`, so that it says what is wrong while it is written. */
export class ShownConfigs {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly app: App) {
    const { life, server } = app;
    life.add(vscode.workspace.onDidOpenTextDocument((document) => this.soon(document, 0)));
    life.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.soon(document, PAUSE)));
    life.add(vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)));
    life.add(server.onDidStart(({ again }) => again && this.all()));
    life.add({ dispose: () => this.timers.forEach((timer) => clearTimeout(timer)) });
    this.all();
  }

  private all(): void {
    for (const document of vscode.workspace.textDocuments) this.soon(document, 0);
  }

  private soon(document: vscode.TextDocument, pause: number): void {
    if (!isConfig(document)) return;
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    const tell = (): void => this.app.report.start('tracehop.yml', () => this.tell(document));
    this.timers.set(key, setTimeout(tell, pause));
  }

  private async tell(document: vscode.TextDocument): Promise<void> {
    await this.app.server.start();
    if (document.isClosed) return;
    const file = document.uri.toString();
    const { version } = document;
    this.app.server.notify(notifications.configShown, { file, text: document.getText(), version });
  }

  private closed(document: vscode.TextDocument): void {
    if (!isConfig(document)) return;
    const file = document.uri.toString();
    clearTimeout(this.timers.get(file));
    this.timers.delete(file);
    this.app.server.notify(notifications.configShown, { file, text: null, version: 0 });
  }
}

function isConfig({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'file' && uri.path.endsWith(`/${CONFIG_NAME}`);
}
