import * as vscode from 'vscode';
import type { App } from '../app';
import type { Panels } from '../panels/panels';
import { askForFiles, chosenFiles } from './chosen-files';
import { RolloutsEditors, VIEW_TYPE } from './editors';
import { registerLinks } from './follow-link';
import { OpenEditors } from './open-editors';
import { rolloutsPanel } from './rollouts-panel';
import { showRollouts } from './show';
import { NO_WISH } from './target';

/** Tables of rollouts: the custom editor, the panel over several files, the commands and the links that open them. */
export function registerRollouts(app: App, panels: Panels): OpenEditors {
  const { commands, life } = app;
  const open = life.add(new OpenEditors());
  const kind = rolloutsPanel(open);
  const editors = new RolloutsEditors(panels, kind);
  const show = showRollouts(app, panels, kind, open, editors);
  panels.register(kind);
  life.add(
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, editors, {
      supportsMultipleEditorsPerDocument: true,
    }),
  );

  const title = vscode.l10n.t('Open as Rollouts');
  const choose = async (): Promise<void> => {
    const uris = await askForFiles();
    if (uris) await show(uris, NO_WISH);
  };
  life.add(
    commands.register('tracehop.openRollouts', title, async (target, selected) => {
      const chosen = chosenFiles(target, selected);
      if (chosen) await show(chosen.uris, chosen.wish);
      else await choose();
    }),
  );
  life.add(commands.register('tracehop.chooseRollouts', title, choose));
  registerLinks(app, show);
  return open;
}
