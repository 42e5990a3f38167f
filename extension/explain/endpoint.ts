import { type Endpoint, endpointOf } from '../../core/agent/endpoint';
import type { ModelClient } from '../../core/agent/model';
import type { App } from '../app';
import { setting } from '../settings';
import { requireConsent } from './consent';
import type { ModelMemory } from './memory';
import { askEndpoint } from './set-endpoint';
import { inWords, requireTrust } from './words';

/** A model that may be asked. */
export interface ReadyModel {
  readonly client: ModelClient;
  readonly endpoint: Endpoint;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
}

/**
 * The model of the settings, once everything that asking it takes is there: a trusted workspace, an endpoint (the user
 * is asked for one where none is set) and the permission to send to it. Rejects with a `UserError` or a cancellation.
 */
export async function readyModel(app: App, memory: ModelMemory): Promise<ReadyModel> {
  requireTrust();
  try {
    const { endpoint, model } = configured() ?? (await askEndpoint(app, memory));
    const apiKey = await memory.key(endpoint.origin);
    await requireConsent(memory, endpoint, apiKey !== null);
    const { ModelClient } = await import('./model');
    const client = new ModelClient({ baseUrl: endpoint.baseUrl, apiKey, model });
    return { client, endpoint, maxTokens: setting('model.maxTokens') };
  } catch (error) {
    throw inWords(error);
  }
}

/** What the settings name; null where they name no endpoint or no model. Throws for a base URL that is none. */
function configured(): { readonly endpoint: Endpoint; readonly model: string } | null {
  const baseUrl = setting('model.baseUrl').trim();
  const model = setting('model.name').trim();
  return baseUrl === '' || model === '' ? null : { endpoint: endpointOf(baseUrl), model };
}
