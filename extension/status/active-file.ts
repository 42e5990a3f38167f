import * as vscode from 'vscode';
import type { FileDescription } from '../../core/protocol/server';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { isJson, isPlainText } from '../json-text/candidates';
import type { RolloutFiles } from '../json-text/rollout-files';
import { addressOf, fileOf } from '../rollout-view/address';

/** What the active editor shows, as far as it concerns rollouts. */
export interface Active {
  /** What the editor shows. */
  readonly uri: vscode.Uri;
  readonly kind: 'rollout' | 'json' | 'text';
  /** Null while it is being found out, where it could not be, and where there is no file yet. */
  readonly description: FileDescription | null;
  readonly busy: boolean;
  /** The text has changes that its file lacks: features inside the text wait until it is saved. */
  readonly unsaved: boolean;
}

/** Follows the active editor, and keeps the context key for menus. */
export class ActiveFile {
  private readonly emitter = new vscode.EventEmitter<Active | null>();
  private generation = 0;
  private current: Active | null = null;

  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly app: App,
    private readonly files: RolloutFiles,
  ) {
    const { life } = app;
    const look = (): void => this.app.report.start('active editor', () => this.look());
    life.add(this.emitter);
    life.add(vscode.window.onDidChangeActiveTextEditor(look));
    life.add(vscode.window.tabGroups.onDidChangeTabs(look));
    life.add(vscode.window.tabGroups.onDidChangeTabGroups(look));
    life.add(vscode.workspace.onDidSaveTextDocument(look));
    life.add(
      vscode.workspace.onDidOpenTextDocument(
        ({ uri }) => uri.toString() === activeUri()?.toString() && look(),
      ),
    );
    life.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed(document) && look()));
    life.add(files.onDidChange(look));
    look();
  }

  get value(): Active | null {
    return this.current;
  }

  /** Whether an edit made a saved text unsaved, or the other way round: other edits change nothing here. */
  private changed({ uri, isDirty }: vscode.TextDocument): boolean {
    const { current } = this;
    return current?.uri.toString() === uri.toString() && current.unsaved !== isDirty;
  }

  private async look(): Promise<void> {
    const generation = ++this.generation;
    const uri = activeUri();
    const document = uri && documentOf(uri);
    const unsaved = document?.isDirty ?? false;
    if (uri && document?.languageId === 'rollout') {
      await this.lookAtRollout(uri, generation);
      return;
    }
    const kind = uri && kindOf(uri);
    const description = uri && kind ? await this.files.holding(uri, document) : null;
    if (generation !== this.generation) return;
    this.setKeys(description !== null, description !== null && kind === 'text');
    this.set(uri && kind && description ? { uri, kind, description, busy: false, unsaved } : null);
  }

  private async lookAtRollout(uri: vscode.Uri, generation: number): Promise<void> {
    this.setKeys(false, false);
    const address = addressOf(uri);
    const file = address ? fileOf(address) : uri;
    const base = { uri, kind: 'rollout', unsaved: false, description: null, busy: false } as const;
    if (file.scheme !== 'file') return this.set(base);
    if (this.current?.uri.toString() !== uri.toString()) this.set({ ...base, busy: true });
    const description = await this.app.report.quietly('describe file', null, () => this.files.describe(file));
    if (generation === this.generation) this.set({ ...base, description });
  }

  private setKeys(file: boolean, text: boolean): void {
    this.app.contextKeys.set('tracehop.fileHasRollouts', file);
    this.app.contextKeys.set('tracehop.textHasRollouts', text);
  }

  private set(active: Active | null): void {
    this.current = active;
    this.emitter.fire(active);
  }
}

function kindOf(uri: vscode.Uri): 'json' | 'text' | null {
  if (isJson(uri)) return 'json';
  return isPlainText(uri) ? 'text' : null;
}

function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}
