import * as vscode from 'vscode';
import { activeUri } from '../common/active-editor';
import { addressOf, fileOf } from '../rollout-view/address';
import { NO_WISH, type RolloutsTarget, type Wish } from './target';

/** What a command is to show. */
export interface Chosen {
  readonly uris: readonly vscode.Uri[];
  readonly wish: Wish;
}

/**
 * What rollouts are to be shown of: what is named, what is selected in the explorer, or the file in the editor; null where
 * there is none of these.
 */
export function chosenFiles(
  target: vscode.Uri | RolloutsTarget | undefined,
  selected: unknown,
): Chosen | null {
  if (target && 'paths' in target) {
    const { paths, rollout = null, filter = null } = target;
    return { uris: paths.map((path) => vscode.Uri.parse(path, true)), wish: { rollout, filter } };
  }
  // Menus of editors pass something else behind the file.
  if (Array.isArray(selected)) {
    const uris = selected
      .filter((uri) => uri instanceof vscode.Uri)
      .filter(({ scheme }) => scheme === 'file');
    if (uris.length > 1) return { uris, wish: NO_WISH };
  }
  const uri = target ?? activeUri();
  const rollout = uri ? addressOf(uri) : null;
  const file = rollout ? fileOf(rollout) : uri;
  return file?.scheme === 'file' ? { uris: [file], wish: { rollout, filter: null } } : null;
}

/** Lets the user choose files, or a folder; null where they choose none. */
export async function askForFiles(): Promise<readonly vscode.Uri[] | null> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const files = { label: vscode.l10n.t('Files...'), iconPath: new vscode.ThemeIcon('files') };
  const folder = { label: vscode.l10n.t('Folder...'), iconPath: new vscode.ThemeIcon('folder') };
  const items: readonly (vscode.QuickPickItem & { readonly uri?: vscode.Uri })[] = [
    files,
    folder,
    ...folders.map(({ name, uri }) => ({
      label: name,
      description: vscode.l10n.t('All rollouts of this workspace folder'),
      iconPath: new vscode.ThemeIcon('root-folder'),
      uri,
    })),
  ];
  const title = vscode.l10n.t('Open as Rollouts');
  const item = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (!item) return null;
  if (item.uri) return [item.uri];
  const wantsFiles = item === files;
  const uris = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: wantsFiles,
    canSelectFolders: !wantsFiles,
    canSelectMany: wantsFiles,
    openLabel: title,
  });
  return uris && uris.length > 0 ? uris : null;
}
