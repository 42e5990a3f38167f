import { Answers } from './answers';
import type { FromHost, ToHost } from './messages';
import type { Service } from './service';

/** Milliseconds that calls get to stop once the host is to end. */
const GRACE = 8000;

/**
 * Answers the parent's calls until it says stop or is gone. Runs in a process of its own that was forked with a channel,
 * and ends that process.
 */
export function serve(services: readonly Service[]): void {
  let stopping = false;
  const answers = new Answers(services, (message: FromHost) => {
    // The parent may be gone already; then nobody waits for it.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  });

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), GRACE).unref();
    await answers.end(new Error('the host is ending'));
    await Promise.all(services.map((service) => service.close()));
    process.exit(0);
  };

  process.on('message', (message: ToHost) => {
    if (message.kind === 'stop') void stop();
    else answers.take(message);
  });
  process.on('disconnect', () => void stop());
  // A terminal sends Ctrl+C to the whole group; the parent decides what it means and says so.
  process.on('SIGINT', () => undefined);
}
