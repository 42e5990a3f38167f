import type { ListRecordsParams, RecordPage, RecordSummary } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import { Pacer } from '../host/pause';
import { shortened } from '../features/words';
import type { FileRequest } from '../requests/file-request';

/** Most records of one answer, whatever was asked for, and characters of the beginning of each. */
const MOST_RECORDS = 500;
const OPENING = 160;

/** The records of a file as they begin: for files in which no rollout was recognised. */
export const listRecords: FileRequest<ListRecordsParams, RecordPage> = {
  name: requests.listRecords,
  async answer({ handle: { file }, signal }, { from, count }) {
    const pacer = new Pacer();
    const records: RecordSummary[] = [];
    const first = Math.max(0, Math.floor(from));
    for (let index = first; index < first + Math.min(count, MOST_RECORDS); index++) {
      const record = await file.recordAt(index, signal);
      if (!record) return { records, next: null };
      const parsed = file.valueOf(record);
      const fault = parsed && !parsed.ok ? `not JSON; found ${parsed.message}` : null;
      records.push({ index, opening: shortened(record.text.slice(0, 4 * OPENING), OPENING), fault });
      await pacer.pause(signal);
    }
    return { records, next: first + records.length };
  },
};
