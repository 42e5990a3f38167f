import * as vscode from 'vscode';
import type { SettingName } from '../settings-defaults';

/** Settings that say what files are taken for. */
export type Overridable = Extract<SettingName, 'dialect' | 'container'>;

/**
 * Writes what the user chose where it holds for the file: its workspace folder, or the user's settings when no folder
 * is open. `auto` takes the entry away again, so that detection decides.
 */
export async function override(file: vscode.Uri, name: Overridable, value: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const many = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const target = !folder
    ? vscode.ConfigurationTarget.Global
    : many
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
  const configuration = vscode.workspace.getConfiguration('tracehop', file);
  await configuration.update(name, value === 'auto' ? undefined : value, target);
}
