import { wireError, type WireError } from '../../host/messages';
import { openRolloutFile } from '../../rollouts/open';
import type { TakeTurn } from '../../rollouts/rollout-file';
import type { RowBatch, StretchEnd } from './batch';
import { digestOf } from './fingerprint';
import type { StretchJob } from './job';
import { readStretch } from './read-stretch';

/** What a small file brought: all of it, or why it cannot be read. */
export type SmallFile =
  | {
      readonly batches: readonly RowBatch[];
      readonly end: StretchEnd;
      /** Digest of its bytes up to where its rows end; null of one that was packed. */
      readonly head: string | null;
    }
  | { readonly error: WireError };

/**
 * Reads small files one after the other from their beginnings. What they bring comes at once: sending it file by file takes
 * longer than reading them. Rejects with the signal's reason.
 */
export async function readSmallFiles(
  jobs: readonly StretchJob[],
  turn: TakeTurn,
  signal: AbortSignal,
): Promise<SmallFile[]> {
  const files: SmallFile[] = [];
  for (const job of jobs) {
    signal.throwIfAborted();
    try {
      files.push(await readSmallFile(job, turn, signal));
    } catch (error) {
      signal.throwIfAborted();
      files.push({ error: wireError(error) });
    }
  }
  return files;
}

async function readSmallFile(job: StretchJob, turn: TakeTurn, signal: AbortSignal): Promise<SmallFile> {
  const { path, name, options } = job;
  const file = await openRolloutFile(path, {
    ...{ ...options, name, signal, turn },
    ...{ findings: false, atOnce: true },
  });
  try {
    const batches: RowBatch[] = [];
    const end = await readStretch(
      file,
      job,
      null,
      (batch) => {
        batches.push(batch);
        return Promise.resolve();
      },
      signal,
    );
    const head = file.appended ? await digestOf(file.read.bind(file), reachedBy(end)) : null;
    return { batches, end, head };
  } finally {
    await file.close();
  }
}

/** The byte behind the last record that is in: that of an open one that is whole, too. */
export function reachedBy({ open, reached }: StretchEnd): number {
  return open && !open.fault ? open.byteEnd : reached;
}
