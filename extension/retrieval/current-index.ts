import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../app';
import { UserError } from '../common/errors';

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

  /** Throws a UserError where an index may not be opened now: one that was not built here, in restricted mode. */
  requireOpenable(path: string): void {
    if (dirname(path) !== this.folder.fsPath) requireTrust();
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

/** An index that came with somebody's files is opened by a database engine: only where the workspace is trusted. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(
    vscode.l10n.t(
      'An index that Tracehop did not build is opened in a trusted workspace only. Trust this one, or choose another index.',
    ),
  );
}
