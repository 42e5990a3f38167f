import { tooLong } from '../../core/containers/framing/framing';
import type { ReadableRecord, RecordParams } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import { readableRecord } from '../../core/rollouts/readable-record';
import { LARGEST_TEXT } from '../files/limits';
import { UserError } from '../host/user-error';
import type { FileRequest } from '../requests/file-request';

/** One record as a document to read, of any file that has records. */
export const readable: FileRequest<RecordParams, ReadableRecord> = {
  name: requests.readableRecord,
  async answer({ handle, signal }, { index }) {
    const { file } = handle;
    const record = await file.recordAt(index, signal);
    if (!record)
      throw new UserError(`${file.path} has no record #${index}; the file may have been rewritten`);
    const { byteStart, byteEnd } = record;
    const { longest = byteEnd } = handle.options;
    if (byteEnd - byteStart > longest)
      throw new UserError(`${file.path}, record #${index}: ${tooLong(byteEnd - byteStart, longest)}`);
    if (record.text.length > LARGEST_TEXT)
      throw new UserError(
        `${file.path}, record #${index} has ${record.text.length} characters, more than an editor shows with comfort`,
      );
    return readableRecord(record.text, file.valueOf(record));
  },
};
