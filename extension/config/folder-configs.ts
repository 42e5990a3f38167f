import * as vscode from 'vscode';
import { CONFIG_NAME } from '../../core/config/config-name';
import type { App } from '../app';
import { namesFiles } from './names-files';

/**
 * Knows which folders of the workspace have a `tracehop.yml` that says what files hold. It looks itself, so that no
 * server starts in a window without one; what the file says of a file is the server's to read.
 */
export class FolderConfigs {
  private readonly emitter = new vscode.EventEmitter<void>();
  private readonly known = new Map<string, Promise<boolean>>();

  /** A `tracehop.yml` came, went or changed. */
  readonly onDidChange = this.emitter.event;

  constructor(app: App) {
    const { life } = app;
    const watcher = life.add(vscode.workspace.createFileSystemWatcher(`**/${CONFIG_NAME}`));
    const changed = (): void => {
      this.known.clear();
      this.emitter.fire();
    };
    life.add(this.emitter);
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      life.add(event(changed));
    life.add(vscode.workspace.onDidChangeWorkspaceFolders(changed));
  }

  /** Whether the workspace folder that a file lies in has such a file. Never throws. */
  nameFilesAround(uri: vscode.Uri): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) return Promise.resolve(false);
    const key = folder.uri.toString();
    const known = this.known.get(key) ?? look(vscode.Uri.joinPath(folder.uri, CONFIG_NAME));
    this.known.set(key, known);
    return known;
  }
}

/** A file that is not there, or cannot be read, names nothing; the server tells of one that it cannot read. */
async function look(config: vscode.Uri): Promise<boolean> {
  try {
    return namesFiles(new TextDecoder().decode(await vscode.workspace.fs.readFile(config)));
  } catch {
    return false;
  }
}
