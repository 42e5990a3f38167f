import * as vscode from 'vscode';
import { ROLLOUT_SCHEME, type RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError, isCancellation } from '../common/errors';
import { offsetAt, positionAt } from '../common/text-position';
import { afterSettings } from '../server/after-settings';
import { addressOf, fileOf, sameUri } from './address';

/**
 * Gives `rollout:` documents their text, and again when their file changes; the editor then keeps the reader's
 * place. It is a read-only file system rather than a content provider, because only files come back when a window is
 * reloaded. Also converts between the offsets of the own text and the positions of the document, which differ where
 * the text mixes line ends.
 */
export class RolloutContent implements vscode.FileSystemProvider {
  private readonly emitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** Own texts that an editor shows with other line ends, by URI. */
  private readonly changedTexts = new Map<string, string>();
  /** When documents last changed: an editor reads again only what has another time. */
  private changed = Date.now();

  readonly onDidChangeFile = this.emitter.event;

  constructor(private readonly app: App) {
    const { life, server } = app;
    life.add(this.emitter);
    life.add(vscode.workspace.registerFileSystemProvider(ROLLOUT_SCHEME, this, { isReadonly: true }));
    life.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.changedTexts.delete(uri.toString())));
    life.add(server.onDidChangeFile((file) => this.refresh(file)));
    life.add(server.onDidChangeConfig(() => this.refresh()));
    afterSettings(app, ['container', 'containers'], () => this.refresh());
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (!addressOf(uri)) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: this.changed, size: 0 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const text = await this.read(address);
    if (text.includes('\r')) this.changedTexts.set(uri.toString(), text);
    else this.changedTexts.delete(uri.toString());
    return new TextEncoder().encode(text);
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
    const { line, character } = positionAt(text, offset);
    return new vscode.Position(line, character);
  }

  /** Changes are told by the server, for every file that it was asked about. */
  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** Reads an own text. An editor shows the message of what is thrown in place of the text. */
  private async read(address: RolloutAddress): Promise<string> {
    try {
      return (await this.app.server.request(requests.rolloutText, address)).text;
    } catch (error) {
      if (error instanceof UserError) throw vscode.FileSystemError.Unavailable(error.message);
      if (isCancellation(error))
        throw vscode.FileSystemError.Unavailable(vscode.l10n.t('Reading was cancelled.'));
      throw error;
    }
  }

  /** Has the documents of one file, or of all, ask for their text again. */
  private refresh(file?: vscode.Uri): void {
    const uris = vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter((uri) => {
        const address = addressOf(uri);
        return address && (!file || sameUri(fileOf(address), file));
      });
    this.changed = Math.max(Date.now(), this.changed + 1);
    this.emitter.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }
}
