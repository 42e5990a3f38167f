import { parentPort, type MessagePort } from 'node:worker_threads';
import { messageOf } from '../../core/message-of';
import { documentsOfFile } from './document-job';
import { findingsOfFile } from './finding-job';
import { rewardsOfFile } from './reward-job';
import type { Batch, FromWorker, Job, ToWorker } from './messages';

/** Serves jobs over whole files, several at a time, until the server ends the thread. */
function serve(port: MessagePort): void {
  const running = new Map<number, AbortController>();

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'cancel') {
      running.get(message.id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(message.id, controller);
    void runJob(message, controller.signal, port).finally(() => running.delete(message.id));
  });
}

/** Runs one job to its end; never rejects. */
async function runJob(job: Job, signal: AbortSignal, port: MessagePort): Promise<void> {
  const send = (batch: Batch): void => port.postMessage(batch satisfies FromWorker);
  const end = (failed: string | null, capped: boolean): void =>
    port.postMessage({ kind: 'end', id: job.id, failed, capped } satisfies FromWorker);
  try {
    switch (job.kind) {
      case 'documents':
        end(null, await documentsOfFile(job, signal, send));
        break;
      case 'findings':
        await findingsOfFile(job, signal, send);
        end(null, false);
        break;
      case 'rewards':
        await rewardsOfFile(job, signal, send);
        end(null, false);
        break;
    }
  } catch (error) {
    end(signal.aborted ? 'cancelled' : messageOf(error), true);
  }
}

if (parentPort) serve(parentPort);
