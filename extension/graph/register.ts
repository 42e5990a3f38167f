import * as vscode from 'vscode';
import type { App } from '../app';
import type { Panels } from '../panels/panels';
import { chosenRollout } from '../rollout-view/chosen';
import { afterSettings } from '../server/after-settings';
import { graphPanel } from './panel';

/** The graph of a rollout: its command and its panel. */
export function registerGraph(app: App, panels: Panels): void {
  const { commands, life, server } = app;
  const changed = life.add(new vscode.EventEmitter<vscode.Uri | undefined>());
  life.add(server.onDidChangeFile((file) => changed.fire(file)));
  afterSettings(app, ['dialect', 'dialects', 'container', 'containers'], () => changed.fire(undefined));
  const kind = graphPanel(changed.event);
  panels.register(kind);
  life.add(
    commands.register('tracehop.showGraph', vscode.l10n.t('Show Rollout Graph'), async (target) => {
      const rollout = await chosenRollout(app, target);
      if (rollout) panels.show(kind, { rollout });
    }),
  );
}
