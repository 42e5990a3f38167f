import type { FileLosses } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import { LossGatherer } from '../../core/rollouts/loss-report';
import { visible } from '../../core/visible';
import { Pacer } from '../host/pause';
import type { FileRequest } from './file-request';

/** Records that are read for a report: enough to tell a rule from an exception. */
const MOST_RECORDS = 500;

/** Milliseconds after which what was read has to do: somebody waits for a list. */
const PATIENCE_MS = 1_500;

/** What was absent, guessed or cut in the first records of a file. */
export const fileLosses: FileRequest<{ readonly file: string }, FileLosses> = {
  name: requests.fileLosses,
  async answer({ handle: { file }, signal }) {
    const pacer = new Pacer();
    const losses = new LossGatherer(file);
    const until = performance.now() + PATIENCE_MS;
    let records = 0;
    let whole = true;
    for await (const entry of file.entries(0, signal)) {
      if (records >= MOST_RECORDS || performance.now() > until) {
        whole = false;
        break;
      }
      losses.add(entry);
      records++;
      await pacer.pause(signal);
    }
    const { lines } = losses.report();
    const shown = lines.map(({ kind, sentence }) => ({
      kind,
      sentence: visible(sentence.replaceAll('`', '')),
    }));
    return { records, whole, lines: file.container.chosen.holds === 'rollouts' ? shown : [] };
  },
};
