import * as vscode from 'vscode';
import type { App } from '../app';

/** Where the workspace remembers its index. */
const KEY = 'tracehop.index';

/** The index that searches of this workspace are replayed on. */
export class CurrentIndex {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.emitter.event;

  constructor(private readonly app: App) {
    app.life.add(this.emitter);
  }

  /** Path of the index file; undefined where none was chosen. */
  get path(): string | undefined {
    return this.app.context.workspaceState.get<string>(KEY);
  }

  async choose(path: string | undefined): Promise<void> {
    await this.app.context.workspaceState.update(KEY, path);
    this.emitter.fire();
  }

  /** Folder of the indexes that the extension builds: on this machine, whatever the workspace lies on. */
  get folder(): vscode.Uri {
    return vscode.Uri.joinPath(this.app.context.globalStorageUri, 'indexes');
  }
}
