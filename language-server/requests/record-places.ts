import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { type Position, type RecordLine, requests } from '../../core/protocol/server';
import { LARGEST_TEXT } from '../files/limits';
import { rolloutAt } from '../files/placed-record';
import type { FileRequest } from './file-request';

/** The record that covers a position of the file, or null. */
export const recordAt: FileRequest<
  { readonly file: string; readonly position: Position },
  RolloutAddress | null
> = {
  name: requests.recordAt,
  async answer({ handle, signal }, { file, position }) {
    const record = await handle.recordAtPosition(position, signal);
    if (!record) return null;
    const { rollout } = rolloutAt(record, position)?.placed ?? record.rollouts[0] ?? {};
    return { file, index: record.entry.place.index, sample: rollout?.sample ?? 0 };
  },
};

/** Lines on which records start; of several on a line the first. */
export const recordLines: FileRequest<{ readonly file: string }, readonly RecordLine[]> = {
  name: requests.recordLines,
  async answer({ handle, signal }) {
    if (handle.file.size > LARGEST_TEXT) return [];
    // Rows of a table that were made into records stand on no line of the text.
    if ((await handle.file.recordAt(0, signal))?.made) return [];
    const lines: RecordLine[] = [];
    for (const { line, index } of await handle.file.places(signal)) {
      if (lines.at(-1)?.line !== line) lines.push({ line, index });
    }
    return lines;
  },
};
