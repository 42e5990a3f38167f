import * as vscode from 'vscode';
import { ROLLOUT_SCHEME } from '../../core/protocol/rollout-uri';
import { requests, type Position } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { offsetAt, positionAt } from '../common/text-position';
import { changes } from '../settings';
import { addressOf, fileOf, sameUri } from './address';

/**
 * Gives `rollout:` documents their text, and again when their file changes; the editor then keeps the reader's
 * place. Also converts between the offsets of the own text and the positions of the document, which differ where
 * the text mixes line ends.
 */
export class RolloutContent implements vscode.TextDocumentContentProvider {
  private readonly emitter = new vscode.EventEmitter<vscode.Uri>();
  /** Own texts that an editor shows with other line ends, by URI. */
  private readonly changedTexts = new Map<string, string>();

  readonly onDidChange = this.emitter.event;

  constructor(private readonly app: App) {
    const { life, server } = app;
    life.add(this.emitter);
    life.add(vscode.workspace.registerTextDocumentContentProvider(ROLLOUT_SCHEME, this));
    life.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.changedTexts.delete(uri.toString())));
    life.add(server.onDidChangeFile((file) => this.refresh(file)));
    life.add(
      vscode.workspace.onDidChangeConfiguration((event) => changes(event, 'container') && this.refresh()),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const address = addressOf(uri);
    if (!address)
      throw new UserError(vscode.l10n.t('This is not the address of a rollout: {0}', uri.toString()));
    const { text } = await this.app.server.request(requests.rolloutText, address, token);
    if (text.includes('\r')) this.changedTexts.set(uri.toString(), text);
    else this.changedTexts.delete(uri.toString());
    return text;
  }

  /** The offset in the rollout's own text of a position in its document. */
  offsetAt(document: vscode.TextDocument, position: vscode.Position): number {
    const text = this.changedTexts.get(document.uri.toString());
    return text === undefined ? document.offsetAt(position) : offsetAt(text, position);
  }

  /** The position in a rollout's document of an offset in its own text. */
  positionAt(document: vscode.TextDocument, offset: number): vscode.Position {
    const text = this.changedTexts.get(document.uri.toString());
    if (text === undefined) return document.positionAt(offset);
    const { line, character }: Position = positionAt(text, offset);
    return new vscode.Position(line, character);
  }

  /** Has the documents of one file, or of all, ask for their text again. */
  private refresh(file?: vscode.Uri): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const address = addressOf(uri);
      if (address && (!file || sameUri(fileOf(address), file))) this.emitter.fire(uri);
    }
  }
}
