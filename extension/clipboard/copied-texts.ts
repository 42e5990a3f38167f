import * as vscode from 'vscode';
import { MEMORY_SCHEME } from '../../core/protocol/records';
import { notifications, requests, type FileDescription } from '../../core/protocol/server';
import type { App } from '../app';
import { addressOf } from '../rollout-view/address';

/** A text that was copied. */
interface Copied {
  readonly text: string;
  /** Whether something of it was shown: it is kept until that is closed. */
  shown: boolean;
}

/**
 * Texts that were copied, as long as something of them is shown. The server reads them from memory; one that starts
 * again is told of them again. Nothing of them is written to disk.
 */
export class CopiedTexts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, Copied>();
  private count = 0;

  constructor(private readonly app: App) {
    const { life, server } = app;
    life.add(vscode.workspace.registerTextDocumentContentProvider(MEMORY_SCHEME, this));
    life.add(vscode.workspace.onDidCloseTextDocument(() => this.forgetHidden()));
    life.add(server.onDidStart(({ again }) => again && this.tellAll()));
  }

  /** The text itself: *Reveal in Source* leads to it. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString())?.text ?? '';
  }

  /** Gives the server a text, and says what it was taken for. */
  async open(
    text: string,
    token: vscode.CancellationToken,
  ): Promise<{ readonly uri: vscode.Uri; readonly description: FileDescription }> {
    // A name of its own for each window: after a reload an old document must not show a new text.
    const name = `clipboard-${Date.now().toString(36)}-${++this.count}`;
    const uri = vscode.Uri.from({ scheme: MEMORY_SCHEME, path: `/${name}` });
    const file = uri.toString();
    this.texts.set(file, { text, shown: false });
    try {
      return { uri, description: await this.app.server.request(requests.openText, { file, text }, token) };
    } catch (error) {
      this.forget(uri);
      throw error;
    }
  }

  /** Something of a text is shown from now on. */
  keep(uri: vscode.Uri): void {
    const copied = this.texts.get(uri.toString());
    if (copied) copied.shown = true;
  }

  forget(uri: vscode.Uri): void {
    const file = uri.toString();
    if (this.texts.delete(file)) this.app.server.notify(notifications.textClosed, { file });
  }

  /** Forgets texts of which nothing is open any more. */
  private forgetHidden(): void {
    if (this.texts.size === 0) return;
    const open = new Set(
      vscode.workspace.textDocuments.flatMap(({ uri }) => [uri.toString(), addressOf(uri)?.file ?? '']),
    );
    for (const [file, { shown }] of [...this.texts])
      if (shown && !open.has(file)) this.forget(vscode.Uri.parse(file, true));
  }

  private tellAll(): void {
    for (const [file, { text }] of this.texts)
      this.app.report.start('copied text', () => this.app.server.request(requests.openText, { file, text }));
  }
}
