import * as vscode from 'vscode';
import type { ChoicesByGlob } from '../../core/rollouts/choice-by-path';
import { setting } from '../settings';
import { choiceOf, DETECT, patternOf, withChoice, withoutChoice } from './choices';

/** What a file can be told to be. */
export type Overridable = 'dialect' | 'container';

/** The setting that holds each for single files. */
const single = { dialect: 'dialects', container: 'containers' } as const;

/** What the settings choose for a file; null where it is detected. */
export function chosenFor(file: vscode.Uri, name: Overridable): string | null {
  return choiceOf(file.fsPath, setting(single[name], file), setting(name, file));
}

/**
 * Writes what the user chose, for this one file: into the settings of its workspace folder, or the user's where none
 * is open. To detect it again its entry is taken away; where other settings, or
 * `tracehop.yml` (`configured`), would still decide, an entry says so.
 */
export async function override(
  file: vscode.Uri,
  name: Overridable,
  value: string,
  configured: boolean,
): Promise<void> {
  const section = single[name];
  const pattern = patternFor(file);
  const { target, key } = targetFor(file);
  const configuration = vscode.workspace.getConfiguration('tracehop', file);
  const held = configuration.inspect<ChoicesByGlob>(section)?.[key];
  if (value !== DETECT) {
    await configuration.update(section, withChoice(held, pattern, value), target);
    return;
  }
  await configuration.update(section, withoutChoice(held, pattern), target);
  if (chosenFor(file, name) === null && !configured) return;
  await configuration.update(section, withChoice(held, pattern, DETECT), target);
}

/**
 * The path of a file in its workspace folder, or all of it, as a pattern. A name alone would match every file of that
 * name, so that a file right in its folder is named with the folder.
 */
function patternFor(file: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder) return patternOf(file.fsPath.replaceAll(pathSeparator(file), '/'));
  const path = vscode.workspace.asRelativePath(file, false).replaceAll(pathSeparator(file), '/');
  return patternOf(path.includes('/') ? path : file.path.split('/').slice(-2).join('/'));
}

/** What paths on the machine of a file are written with: elsewhere a backslash is part of a name. */
function pathSeparator({ fsPath }: vscode.Uri): string {
  return /^[a-z]:\\|^\\\\/i.test(fsPath) ? '\\' : '/';
}

function targetFor(file: vscode.Uri): {
  readonly target: vscode.ConfigurationTarget;
  readonly key: 'globalValue' | 'workspaceValue' | 'workspaceFolderValue';
} {
  if (!vscode.workspace.getWorkspaceFolder(file))
    return { target: vscode.ConfigurationTarget.Global, key: 'globalValue' };
  return (vscode.workspace.workspaceFolders?.length ?? 0) > 1
    ? { target: vscode.ConfigurationTarget.WorkspaceFolder, key: 'workspaceFolderValue' }
    : { target: vscode.ConfigurationTarget.Workspace, key: 'workspaceValue' };
}
