import * as vscode from 'vscode';
import { type Endpoint, endpointOf, keyOf } from '../../core/agent/endpoint';
import type { App } from '../app';
import { setting } from '../settings';
import { requireConsent } from './consent';
import type { ModelMemory } from './memory';
import { pickModel } from './pick-model';

const OLLAMA = 'http://127.0.0.1:11434/v1';

/**
 * Asks for base URL, key and model, one after the other, and keeps them: the first and last in the user's settings, the
 * key in the secret storage. Escape at any step is a cancellation; what was given until then is not kept.
 */
export async function askEndpoint(
  app: App,
  memory: ModelMemory,
): Promise<{ readonly endpoint: Endpoint; readonly model: string }> {
  const endpoint = await askBaseUrl();
  const known = await memory.key(endpoint.origin);
  const key = known === null ? await askKey(endpoint) : await askAboutKey(endpoint, known);
  await requireConsent(memory, endpoint, key !== null);
  const model = await pickModel(app, endpoint, key, setting('model.name'));
  await memory.setKey(endpoint.origin, key);
  const configuration = vscode.workspace.getConfiguration('tracehop');
  await configuration.update('model.baseUrl', endpoint.baseUrl, vscode.ConfigurationTarget.Global);
  await configuration.update('model.name', model, vscode.ConfigurationTarget.Global);
  return { endpoint, model };
}

async function askBaseUrl(): Promise<Endpoint> {
  const written = await vscode.window.showInputBox({
    title: vscode.l10n.t('Model Endpoint (1/3): Base URL'),
    prompt: vscode.l10n.t('Of vLLM, SGLang, Ollama, OpenAI or another OpenAI-compatible server'),
    value: setting('model.baseUrl') || OLLAMA,
    placeHolder: OLLAMA,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(() => endpointOf(text)),
  });
  return endpointOf(given(written));
}

async function askKey({ origin }: Endpoint): Promise<string | null> {
  const written = await vscode.window.showInputBox({
    title: vscode.l10n.t('Model Endpoint (2/3): Key'),
    prompt: vscode.l10n.t('For {0}; empty where it wants none. It is kept in the secret storage.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(() => keyOf(text)),
  });
  return keyOf(given(written));
}

/** What to do with the key that is kept already. */
async function askAboutKey(endpoint: Endpoint, known: string): Promise<string | null> {
  const keep = { label: vscode.l10n.t('Keep the stored key') };
  const replace = { label: vscode.l10n.t('Enter another key') };
  const remove = { label: vscode.l10n.t('Use no key, and delete the stored one') };
  const picked = await vscode.window.showQuickPick([keep, replace, remove], {
    title: vscode.l10n.t('Model Endpoint (2/3): Key'),
    placeHolder: vscode.l10n.t('A key for {0} is stored', endpoint.origin),
    ignoreFocusOut: true,
  });
  const choice = given(picked);
  if (choice === replace) return askKey(endpoint);
  return choice === remove ? null : known;
}

/** What was given; nothing is a cancellation. */
function given<T>(answer: T | undefined): T {
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

/** What is wrong with an input, for the box it stands in; null where nothing is. */
function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') return error.message;
    throw error;
  }
}
