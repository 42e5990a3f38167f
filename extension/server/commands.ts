import * as vscode from 'vscode';
import type { App } from '../app';

/** The commands about the server, and what starts and restarts it apart from requests. */
export function registerServer(app: App): void {
  const { commands, life, log, report, server } = app;
  const restart = (): Promise<void> => server.restart();
  life.add(commands.register('tracehop.restartServer', vscode.l10n.t('Restart Language Server'), restart));
  life.add(
    commands.register('tracehop.showLog', vscode.l10n.t('Show Log'), () => {
      log.show();
      return Promise.resolve();
    }),
  );
  // Trust is said once, when the server starts.
  life.add(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (server.health !== 'idle') report.start('restart after trust was granted', restart);
    }),
  );
  // Rollouts as text need the server as soon as they are open, before anyone asks for anything.
  const needs = ({ languageId }: vscode.TextDocument): boolean => languageId === 'rollout';
  const start = (): void => report.start('start the language server', () => server.start());
  life.add(vscode.workspace.onDidOpenTextDocument((document) => needs(document) && start()));
  if (vscode.workspace.textDocuments.some(needs)) start();
}
