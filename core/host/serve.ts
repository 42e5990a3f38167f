import { wireError, type FromHost, type ToHost } from './messages';
import type { Service } from './service';

/** Milliseconds that calls get to stop once the host is to end. */
const GRACE = 8000;

/**
 * Answers the parent's calls, several at a time, until it says stop or is gone. Runs in a process of its own that was
 * forked with a channel, and ends that process.
 */
export function serve(services: readonly Service[]): void {
  const running = new Map<number, { readonly controller: AbortController; readonly ended: Promise<void> }>();
  let stopping = false;

  const send = (message: FromHost): void => {
    // The parent may be gone already; then nobody waits for it.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), GRACE).unref();
    const calls = [...running.values()];
    for (const { controller } of calls) controller.abort(new Error('the host is ending'));
    await Promise.all(calls.map(({ ended }) => ended));
    await Promise.all(services.map((service) => service.close()));
    process.exit(0);
  };

  const answer = async (message: ToHost & { kind: 'call' }, signal: AbortSignal): Promise<void> => {
    const { id, service, method, params } = message;
    try {
      const handlers = services.find(({ name }) => name === service)?.handlers;
      const handler = handlers && Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new Error(`the host has no ${service}.${method}`);
      const progress = (value: unknown): void => send({ kind: 'progress', id, value });
      send({ kind: 'done', id, result: await handler(params, { signal, progress }) });
    } catch (error) {
      send({ kind: 'failed', id, error: wireError(error) });
    } finally {
      running.delete(id);
    }
  };

  process.on('message', (message: ToHost) => {
    if (message.kind === 'stop') void stop();
    else if (message.kind === 'cancel') running.get(message.id)?.controller.abort();
    else if (!stopping) {
      const controller = new AbortController();
      running.set(message.id, { controller, ended: Promise.resolve() });
      const ended = answer(message, controller.signal);
      if (running.has(message.id)) running.set(message.id, { controller, ended });
    }
  });
  process.on('disconnect', () => void stop());
  // A terminal sends Ctrl+C to the whole group; the parent decides what it means and says so.
  process.on('SIGINT', () => undefined);
}
