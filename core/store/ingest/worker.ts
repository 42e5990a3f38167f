import { parentPort, type MessagePort } from 'node:worker_threads';
import { wireError } from '../../host/messages';
import { buffersOf } from './batch-builder';
import { LongTurn } from './long-turn';
import { MOST_UNTAKEN, type FromWorker, type Task, type TaskResults, type ToWorker } from './messages';
import type { SendBatch } from './read-stretch';
import { Tasks } from './tasks';

/** Serves tasks in a thread of its own until it is ended from outside. */
function serve(port: MessagePort): void {
  const turn = new LongTurn(port);
  const tasks = new Tasks(turn.take);
  const running = new Map<number, { readonly controller: AbortController; taken: () => void }>();

  const run = async (id: number, task: Task): Promise<void> => {
    const controller = new AbortController();
    let untaken = 0;
    let waiting: (() => void) | null = null;
    running.set(id, {
      controller,
      taken: () => {
        untaken--;
        waiting?.();
        waiting = null;
      },
    });
    controller.signal.addEventListener('abort', () => waiting?.(), { once: true });
    const send: SendBatch = async (batch) => {
      untaken++;
      port.postMessage({ kind: 'batch', id, batch } satisfies FromWorker, buffersOf(batch));
      if (untaken >= MOST_UNTAKEN) await new Promise<void>((resolve) => (waiting = resolve));
      controller.signal.throwIfAborted();
    };
    const alive = (searched: number): void =>
      port.postMessage({ kind: 'alive', id, searched } satisfies FromWorker);
    try {
      const result: TaskResults[Task['kind']] = await tasks.run(task, { send, alive }, controller.signal);
      port.postMessage({ kind: 'done', id, result } satisfies FromWorker);
    } catch (error) {
      port.postMessage({ kind: 'failed', id, error: wireError(error) } satisfies FromWorker);
    } finally {
      running.delete(id);
    }
  };

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'task':
        void run(message.id, message.task);
        break;
      case 'cancel':
        running.get(message.id)?.controller.abort();
        break;
      case 'taken':
        running.get(message.id)?.taken();
        break;
      case 'turn':
        turn.granted();
        break;
      case 'close':
        void tasks.close();
        break;
    }
  });
}

if (parentPort) serve(parentPort);
