import * as vscode from 'vscode';
import type { Endpoint } from '../../core/agent/endpoint';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { plainLabel } from '../common/plain-label';
import { inWords } from './words';

interface ModelItem extends vscode.QuickPickItem {
  readonly model: string;
}

/**
 * Lets the user pick one of the models that an endpoint offers, or type a name. Where they cannot be listed the reason
 * stands in the box, and typing still works. Rejects with a cancellation on Escape.
 */
export async function pickModel(
  app: App,
  endpoint: Endpoint,
  apiKey: string | null,
  current: string,
): Promise<string> {
  const pick = vscode.window.createQuickPick<ModelItem>();
  const abort = new AbortController();
  let models: readonly string[] = [];
  const show = (): void => {
    pick.items = itemsFor(models, pick.value.trim());
  };
  pick.title = vscode.l10n.t('Model Endpoint (3/3): Model');
  pick.placeholder = vscode.l10n.t('Asking {0} for its models; a name can be typed', endpoint.origin);
  pick.ignoreFocusOut = true;
  pick.busy = true;
  try {
    return await new Promise<string>((resolve, reject) => {
      pick.onDidChangeValue(show);
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (item) resolve(item.model);
      });
      pick.onDidHide(() => reject(new vscode.CancellationError()));
      pick.show();
      app.report.start('list models', async () => {
        try {
          const { ModelClient } = await import('./model');
          const client = new ModelClient({ baseUrl: endpoint.baseUrl, apiKey, model: '' });
          models = await client.listModels(abort.signal);
          pick.placeholder = vscode.l10n.t('Pick one of {0} models, or type a name', models.length);
          show();
          pick.activeItems = pick.items.filter(({ model }) => model === current);
        } catch (error) {
          const failure = inWords(error);
          if (!(failure instanceof UserError)) throw failure;
          pick.placeholder = vscode.l10n.t('{0} Type a name.', plainLabel(failure.message, 200));
        } finally {
          pick.busy = false;
        }
      });
    });
  } finally {
    abort.abort();
    pick.dispose();
  }
}

/** The models, and what was typed where it is none of them. Names come from the endpoint: they are no icons. */
function itemsFor(models: readonly string[], typed: string): ModelItem[] {
  const items = models.map((model) => ({ label: plainLabel(model, 120), model }));
  if (typed === '' || models.includes(typed)) return items;
  const own = { label: plainLabel(typed, 120), description: vscode.l10n.t('as typed'), model: typed };
  return [...items, { ...own, alwaysShow: true }];
}
