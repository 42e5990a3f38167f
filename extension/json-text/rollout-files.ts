import * as vscode from 'vscode';
import { requests, type FileDescription } from '../../core/protocol/server';
import type { App } from '../app';
import type { FolderConfigs } from '../config/folder-configs';
import { afterSettings } from '../server/after-settings';
import { mayHoldRollouts } from './candidates';

/** Files whose description is remembered; the one used longest ago is forgotten first. */
const LIMIT = 100;

/** Knows what files were taken for, and so which hold rollouts. Asks the server once a file and version. */
export class RolloutFiles {
  private readonly emitter = new vscode.EventEmitter<vscode.Uri | undefined>();
  private readonly descriptions = new Map<string, Promise<FileDescription>>();

  /** What is known of a file, or of all of them (undefined), holds no longer. */
  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly app: App,
    private readonly configs: FolderConfigs,
  ) {
    const { life, server } = app;
    life.add(this.emitter);
    life.add(configs.onDidChange(() => this.forget()));
    life.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => this.forget(uri)));
    life.add(server.onDidChangeFile((uri) => this.forget(uri)));
    // What failed while the server was away is asked again.
    life.add(server.onDidStart(({ again }) => again && this.forget()));
    life.add(server.onDidChangeConfig(() => this.forget()));
    afterSettings(app, ['container', 'containers', 'dialect', 'dialects', 'findings.severity'], () =>
      this.forget(),
    );
  }

  /** What the server makes of a file. */
  describe(uri: vscode.Uri): Promise<FileDescription> {
    const key = uri.toString();
    const known = this.descriptions.get(key) ?? this.ask(key);
    this.descriptions.delete(key);
    this.descriptions.set(key, known);
    const [oldest] = this.descriptions.keys();
    if (this.descriptions.size > LIMIT && oldest !== undefined) this.descriptions.delete(oldest);
    return known;
  }

  /** The description of a JSON or text file that holds rollouts; null for every other file. Never throws. */
  async holding(uri: vscode.Uri, document?: vscode.TextDocument): Promise<FileDescription | null> {
    const named = (file: vscode.Uri): Promise<boolean> => this.configs.nameFilesAround(file);
    if (!(await mayHoldRollouts(uri, document, named))) return null;
    const description = await this.app.report.quietly('describe file', null, () => this.describe(uri));
    return description && description.none === null ? description : null;
  }

  /** The description of a document for features inside its text: it is saved, and not too large for them. */
  async readable(document: vscode.TextDocument): Promise<FileDescription | null> {
    if (document.isDirty) return null;
    const description = await this.holding(document.uri, document);
    return description?.inText ? description : null;
  }

  private ask(key: string): Promise<FileDescription> {
    const asked = this.app.server.request(requests.describeFile, { file: key });
    // What failed is asked again the next time.
    asked.catch(() => this.descriptions.get(key) === asked && this.descriptions.delete(key));
    return asked;
  }

  private forget(uri?: vscode.Uri): void {
    if (uri) {
      if (!this.descriptions.delete(uri.toString())) return;
    } else this.descriptions.clear();
    this.emitter.fire(uri);
  }
}
