import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { plainLabel } from '../common/plain-label';
import { baseName } from '../rollout-view/address';
import { buildIndex } from './build-index';
import { requireTrust, type CurrentIndex } from './current-index';

interface Item extends vscode.QuickPickItem {
  readonly run?: () => Promise<string | undefined>;
}

/** Lets the user choose the workspace's index among those built here, or another file. */
export async function chooseIndex(app: App, current: CurrentIndex): Promise<void> {
  const built = await builtIndexes(current);
  const items: Item[] = built.map((uri) => ({
    label: plainLabel(baseName(uri)),
    description: uri.fsPath === current.path ? vscode.l10n.t('in use') : '',
    run: () => Promise.resolve(uri.fsPath),
  }));
  items.push({ label: vscode.l10n.t('$(folder-opened) Open an index file...'), run: browse });
  const build: Item = { label: vscode.l10n.t('$(add) Build an index...') };
  const chosen = await vscode.window.showQuickPick([...items, build], {
    title: vscode.l10n.t('Index to replay searches on'),
  });
  if (!chosen) return;
  if (!chosen.run) {
    await buildIndex(app, current);
    return;
  }
  const path = await chosen.run();
  if (path === undefined) return;
  current.requireOpenable(path);
  // One that cannot be read is refused here, not at the next search.
  await app.server.request(requests.describeIndex, { index: path });
  await current.choose(path);
}

async function builtIndexes({ folder }: CurrentIndex): Promise<readonly vscode.Uri[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    // Nothing was built yet.
    () => [],
  );
  return entries
    .filter(([name, type]) => type === vscode.FileType.File && name.endsWith('.duckdb'))
    .map(([name]) => vscode.Uri.joinPath(folder, name));
}

async function browse(): Promise<string | undefined> {
  requireTrust();
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Index'),
      filters: { [vscode.l10n.t('Indexes')]: ['duckdb'], [vscode.l10n.t('All files')]: ['*'] },
    })) ?? [];
  return uri?.fsPath;
}
