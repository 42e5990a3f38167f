import { openRolloutFile } from '../../core/rollouts/open';
import type { Rollout } from '../../core/trace/model';
import { documentKey } from '../elsewhere/document-key';
import { POSTING_WIDTH } from '../elsewhere/posting-table';
import { Pacer } from '../host/pause';
import type { Batch, Job } from './messages';

/** Postings in a batch. */
const BATCH = 4_096;

/** Says of every document of a file which rollouts retrieved it. Resolves to whether it stopped before the end. */
export async function documentsOfFile(
  job: Extract<Job, { kind: 'documents' }>,
  signal: AbortSignal,
  send: (batch: Batch) => void,
): Promise<boolean> {
  const file = await openRolloutFile(job.path, { ...job.options, findings: false, signal });
  try {
    const pacer = new Pacer();
    let packed: number[] = [];
    let records = 0;
    let total = 0;
    const flush = (): void => {
      send({ kind: 'documents', id: job.id, postings: Float64Array.from(packed), records });
      packed = [];
    };
    for await (const { rollouts } of file.entries(0, signal)) {
      for (const rollout of rollouts) packed.push(...postingsOf(rollout));
      records++;
      if (packed.length >= BATCH * POSTING_WIDTH) {
        total += packed.length / POSTING_WIDTH;
        flush();
        if (total >= job.most) return true;
      }
      await pacer.pause(signal);
    }
    flush();
    return false;
  } finally {
    await file.close();
  }
}

function postingsOf({ index, sample, turns }: Rollout): number[] {
  return turns.flatMap(({ documents }, turn) =>
    documents.flatMap((document) => [documentKey(document), index, sample, turn]),
  );
}
