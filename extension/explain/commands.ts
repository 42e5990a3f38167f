import * as vscode from 'vscode';
import type { App } from '../app';
import { forgetKeys } from './forget';
import { ModelMemory } from './memory';
import { askEndpoint } from './set-endpoint';
import { inWords, requireTrust } from './words';

/** Milliseconds that a word in the status bar stays. */
const BRIEFLY = 4000;

/** The commands about the model that explains rollouts. */
export function registerModelCommands(app: App): void {
  const { commands, context, life } = app;
  const memory = new ModelMemory(context);
  life.add(
    commands.register('tracehop.setModelEndpoint', vscode.l10n.t('Set Model Endpoint'), async () => {
      requireTrust();
      const { endpoint, model } = await askEndpoint(app, memory).catch((error: unknown) => {
        throw inWords(error);
      });
      const set = vscode.l10n.t('Rollouts are explained by {0} at {1}', model, endpoint.origin);
      vscode.window.setStatusBarMessage(set, BRIEFLY);
    }),
  );
  life.add(
    commands.register('tracehop.forgetModelKeys', vscode.l10n.t('Forget Model Keys'), () =>
      forgetKeys(memory),
    ),
  );
}
