import * as vscode from 'vscode';
import type { App } from '../app';
import type { OpenEditors } from '../rollouts/open-editors';
import { RunList } from './run-list';
import { RunsTree } from './runs-tree';

/** The view of runs: sets of files that are open as tables of rollouts, and those that were. */
export function registerRuns(app: App, editors: OpenEditors): void {
  const { commands, life } = app;
  const list = new RunList(app, editors);
  const tree = life.add(new RunsTree(list));
  const view = life.add(
    vscode.window.createTreeView('tracehop.runs', { treeDataProvider: tree, showCollapseAll: true }),
  );
  life.add(list.onDidChange((run) => tree.changed(run)));
  life.add(view.onDidCollapseElement(({ element }) => tree.collapsed(element)));
  life.add(view.onDidChangeVisibility(({ visible }) => tree.shown(visible)));
  life.add(
    commands.register('tracehop.refreshRuns', vscode.l10n.t('Refresh Runs'), () => {
      for (const run of list.all) run.reload();
      return Promise.resolve();
    }),
  );
  life.add(
    commands.register('tracehop.removeRun', vscode.l10n.t('Remove Run'), async (node) => {
      if (node) await list.remove(node.run);
    }),
  );
}
