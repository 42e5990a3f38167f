import { afterEach } from 'vitest';
import { ModelClient, type ModelOptions } from '../../../core/agent/model';
import { ModelServer, type ServerWish } from '../../support/model-server';

/** Starts servers that end with each test. */
export function useServers(): (wish?: ServerWish) => Promise<ModelServer> {
  const running: ModelServer[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  return async (wish) => {
    const server = await ModelServer.start(wish);
    running.push(server);
    return server;
  };
}

/** A client of a server that waits little. */
export function clientOf(
  server: { readonly baseUrl: string },
  options: Partial<ModelOptions> = {},
): ModelClient {
  return new ModelClient({
    baseUrl: server.baseUrl,
    model: 'tester',
    timeoutMs: 2_000,
    idleTimeoutMs: 1_000,
    ...options,
    retry: { baseMs: 10, capMs: 40, ...options.retry },
  });
}

/** A question as a chat. */
export const asked = [{ role: 'user' as const, content: 'Why?' }];

/** Waits until something holds. */
export async function until(holds: () => boolean, ms = 3_000): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
}
