import * as vscode from 'vscode';
import type { RewardsView } from '../../core/protocol/panels/rewards';
import type { App } from '../app';
import type { Panel } from '../panels/panel';
import { afterSettings } from '../server/after-settings';
import { parentOf } from './subject';

/** Milliseconds without another change before the page is told: trainers write files in pieces. */
const QUIET_MS = 400;

/** Milliseconds after which it is told even so. */
const LONGEST_MS = 3000;

/** Tells a panel's page when files of its selection, a `tracehop.yml`, or settings that rewards depend on, change. */
export function follow(app: App, panel: Panel<RewardsView>): void {
  const { life } = panel;
  const told = paced(() => panel.tell('rewards/changed', null));
  life.add(told);
  const heard = (uri: vscode.Uri): void => {
    if (isWithin(uri, panel.subject.paths)) told.call();
  };
  life.add(app.server.onDidChangeFile(heard));
  life.add(app.server.onDidChangeConfig(() => told.call()));
  // What failed while the server was away is asked again.
  life.add(app.server.onDidStart(({ again }) => again && told.call()));
  afterSettings(
    { life, server: app.server },
    ['rewards.profile', 'container', 'containers', 'dialect', 'dialects', 'findings.severity'],
    told.call,
  );
  app.report.start('follow the files of a reward panel', async () => {
    for (const pattern of await patternsOf(panel.subject.paths)) {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
        life.add(event(heard));
      }
      life.add(watcher);
    }
  });
}

/** What to watch for some paths: folders with all below them, and of files the folder they lie in, each once. */
async function patternsOf(paths: readonly string[]): Promise<readonly vscode.RelativePattern[]> {
  const patterns = new Map<string, vscode.RelativePattern>();
  for (const path of paths) {
    const uri = vscode.Uri.parse(path, true);
    const folder = (await isFolder(uri)) ? uri : parentOf(uri);
    const glob = folder === uri ? '**' : '*';
    patterns.set(`${glob} ${folder.toString()}`, new vscode.RelativePattern(folder, glob));
  }
  return [...patterns.values()];
}

/** Whether something is a folder; false where it is not there, which reading it will tell. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** Whether a file is one of some paths or lies in one of them. Hidden files are never read. */
export function isWithin(uri: vscode.Uri, paths: readonly string[]): boolean {
  return paths.some((path) => {
    const root = vscode.Uri.parse(path, true).path.replace(/\/$/, '');
    if (uri.path === root) return true;
    return uri.path.startsWith(`${root}/`) && !uri.path.slice(root.length).includes('/.');
  });
}

/** Calls `work` once things are quiet, or at the latest after {@link LONGEST_MS}. */
function paced(work: () => void): { readonly call: () => void; readonly dispose: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  return {
    call: () => {
      const now = performance.now();
      if (timer === undefined) latest = now + LONGEST_MS;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          timer = undefined;
          work();
        },
        Math.max(0, Math.min(QUIET_MS, latest - now)),
      );
    },
    dispose: () => clearTimeout(timer),
  };
}
