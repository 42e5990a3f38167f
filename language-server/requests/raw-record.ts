import { cutBefore, LONGEST_CHARACTER } from '../../core/containers/framing/utf8-cut';
import type { RawRecordParams, RawRecordPart } from '../../core/protocol/rollout-detail';
import { requests } from '../../core/protocol/server';
import type { RolloutFile } from '../../core/rollouts/rollout-file';
import { UserError } from '../host/user-error';
import type { FileRequest } from './file-request';

/** Most bytes of one part. */
export const MOST_BYTES = 1024 ** 2;

/**
 * A stretch of a record as it stands in the file. Only the stretch is read, so that a record of any size can be looked
 * at; of a row of a table it is the JSON that was made of it.
 */
export const rawRecord: FileRequest<RawRecordParams, RawRecordPart> = {
  name: requests.rawRecord,
  async answer({ handle: { file }, signal }, { index, from, count }) {
    const bytes = await recordBytes(file, index, signal);
    if (!bytes)
      throw new UserError(
        `${file.path} has no record #${index}: it ends before; the file may have been rewritten`,
      );
    const { size } = bytes;
    const first = bounded(from, 0, size);
    const last = Math.min(size, first + bounded(count, LONGEST_CHARACTER, MOST_BYTES));
    // Room for the characters that the stretch begins and ends in.
    const start = Math.max(0, first - LONGEST_CHARACTER);
    const read = await bytes.read(start, Math.min(size, last + LONGEST_CHARACTER) - start);
    signal.throwIfAborted();
    const begin = cutBefore(read, first - start);
    const end = last === size ? Math.min(size - start, read.length) : cutBefore(read, last - start);
    const text = Buffer.from(read.buffer, read.byteOffset + begin, end - begin).toString('utf8');
    return { text, from: start + begin, to: start + end, size };
  },
};

/** Bytes of a record, readable in any order. */
interface RecordBytes {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

async function recordBytes(
  file: RolloutFile,
  index: number,
  signal: AbortSignal,
): Promise<RecordBytes | null> {
  if (file.made) {
    const record = await file.recordAt(index, signal);
    if (!record) return null;
    const made = Buffer.from(record.text, 'utf8');
    return {
      size: made.length,
      read: (offset, length) => Promise.resolve(made.subarray(offset, offset + length)),
    };
  }
  const place = await file.placeAt(index, signal);
  if (!place) return null;
  const { byteStart, byteEnd } = place;
  return { size: byteEnd - byteStart, read: (offset, length) => file.read(byteStart + offset, length) };
}

function bounded(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : least;
}
