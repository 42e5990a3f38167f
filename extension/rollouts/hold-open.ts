import { requests } from '../../core/protocol/server';
import type { StoreSelection, StoreState } from '../../core/protocol/store';
import { ServerGone } from '../server/request-error';
import type { Server } from '../server/server';

/** Milliseconds that a server gets to come back after it died. */
const BACK_MS = 20_000;

/**
 * Keeps a set open until the signal fires, and tells how far it is. Where the language server dies, the set is opened
 * again in the one that takes its place. Rejects where it cannot be opened.
 */
export async function holdOpen(
  server: Pick<Server, 'request' | 'onDidStart' | 'health'>,
  selection: StoreSelection,
  signal: AbortSignal,
  tell: (state: StoreState) => void,
): Promise<void> {
  for (;;) {
    const next = nextStart(server);
    try {
      await server.request(requests.storeOpen, selection, signal, { onProgress: tell });
      return;
    } catch (error) {
      if (!(error instanceof ServerGone) || signal.aborted || server.health === 'stopped') throw error;
      if (!(await next.within(BACK_MS, signal))) throw error;
    } finally {
      next.dispose();
    }
  }
}

/** The next start of a server, also where it came before anybody waited for it. */
function nextStart(server: Pick<Server, 'onDidStart'>): {
  within(ms: number, signal: AbortSignal): Promise<boolean>;
  dispose(): void;
} {
  let known: (started: boolean) => void = () => undefined;
  const started = new Promise<boolean>((resolve) => (known = resolve));
  const listener = server.onDidStart(({ again }) => again && known(true));
  return {
    within: async (ms, signal) => {
      const give = (): void => known(false);
      const timer = setTimeout(give, ms);
      signal.addEventListener('abort', give, { once: true });
      const came = await started;
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
      return came;
    },
    dispose: () => void listener.dispose(),
  };
}
