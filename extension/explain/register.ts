import * as vscode from 'vscode';
import { addressKey } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { plainLabel } from '../common/plain-label';
import type { Panels } from '../panels/panels';
import { chosenRollout } from '../rollout-view/chosen';
import { ModelCounters } from './counters';
import { readyModel } from './endpoint';
import type { Explanation } from './explanation';
import { forgetKeys } from './forget';
import { KeptAnswers } from './kept-answers';
import { ModelMemory } from './memory';
import { explainPanel, type ExplainServices } from './panel';
import { askEndpoint } from './set-endpoint';
import { inWords, requireTrust } from './words';

/** Milliseconds that a word in the status bar stays. */
const BRIEFLY = 4000;

/** The panel in which a model explains a rollout, and the commands about that model. */
export function registerExplain(app: App, panels: Panels): void {
  const { commands, context, life } = app;
  const memory = new ModelMemory(context);
  const setEndpoint = async (): Promise<void> => {
    requireTrust();
    const { endpoint, model } = await askEndpoint(app, memory).catch((error: unknown) => {
      throw inWords(error);
    });
    const set = vscode.l10n.t('Rollouts are explained by {0} at {1}', model, endpoint.origin);
    vscode.window.setStatusBarMessage(plainLabel(set, 160), BRIEFLY);
  };
  const services: ExplainServices = {
    memory,
    counters: life.add(new ModelCounters(context.globalState)),
    kept: new KeptAnswers(context.workspaceState),
    open: new Map<string, Explanation>(),
    setEndpoint,
  };
  const kind = explainPanel(services);
  panels.register(kind);

  life.add(
    commands.register('tracehop.explainRollout', vscode.l10n.t('Explain Rollout'), async (target) => {
      requireTrust();
      const rollout = await chosenRollout(app, target);
      if (!rollout) return;
      const key = addressKey(rollout);
      const before = services.open.get(key);
      // An answer that is there is not asked for a second time: the panel has a button for that.
      if (before && !before.empty) return void panels.show(kind, { rollout });
      const ready = await readyModel(app, memory);
      panels.show(kind, { rollout });
      app.report.start('explain', async () => services.open.get(key)?.ask(ready));
    }),
  );
  life.add(commands.register('tracehop.setModelEndpoint', vscode.l10n.t('Set Model Endpoint'), setEndpoint));
  life.add(
    commands.register('tracehop.forgetModelKeys', vscode.l10n.t('Forget Model Keys'), () =>
      forgetKeys(memory),
    ),
  );
}
