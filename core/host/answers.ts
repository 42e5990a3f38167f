import { wireError, type FromHost, type ToHost } from './messages';
import type { Service } from './service';

/** Answers the calls of one caller, several at a time. */
export class Answers {
  private readonly running = new Map<
    number,
    { readonly controller: AbortController; readonly ended: Promise<void> }
  >();
  private ending = false;

  constructor(
    private readonly services: readonly Service[],
    private readonly send: (message: FromHost) => void,
  ) {}

  /** Takes a call or its cancellation. Calls that come once all is to end are not begun. */
  take(message: Exclude<ToHost, { readonly kind: 'stop' }>): void {
    if (message.kind === 'cancel') this.running.get(message.id)?.controller.abort();
    else if (!this.ending) {
      const controller = new AbortController();
      this.running.set(message.id, { controller, ended: Promise.resolve() });
      const ended = this.answer(message, controller.signal);
      if (this.running.has(message.id)) this.running.set(message.id, { controller, ended });
    }
  }

  /** Cancels what runs; resolves when it has stopped. */
  async end(reason: Error): Promise<void> {
    this.ending = true;
    const calls = [...this.running.values()];
    for (const { controller } of calls) controller.abort(reason);
    await Promise.all(calls.map(({ ended }) => ended));
  }

  private async answer(message: ToHost & { kind: 'call' }, signal: AbortSignal): Promise<void> {
    const { id, service, method, params } = message;
    try {
      const handlers = this.services.find(({ name }) => name === service)?.handlers;
      const handler = handlers && Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new Error(`the host has no ${service}.${method}`);
      const progress = (value: unknown): void => this.send({ kind: 'progress', id, value });
      this.send({ kind: 'done', id, result: await handler(params, { signal, progress }) });
    } catch (error) {
      this.send({ kind: 'failed', id, error: wireError(error) });
    } finally {
      this.running.delete(id);
    }
  }
}
