import * as vscode from 'vscode';
import type { App } from '../app';
import { changes } from '../settings';
import type { SettingName } from '../settings-defaults';

/**
 * Does something after a change of some settings, once the server was told of it: what was asked before would be
 * answered by the old ones.
 */
export function afterSettings(
  { life, server }: Pick<App, 'life' | 'server'>,
  names: readonly SettingName[],
  work: () => void,
): void {
  let due = false;
  life.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      due ||= changes(event, ...names);
    }),
  );
  life.add(
    server.onDidTellSettings(() => {
      if (!due) return;
      due = false;
      work();
    }),
  );
}
