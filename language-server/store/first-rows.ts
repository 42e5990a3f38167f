import { whyWithout, withoutWords } from '../../core/containers/holding';
import type { Cell, FirstRows, StoreProblem, StoreRow, StoreSelection } from '../../core/protocol/store';
import { LONGEST_READ, MOST_HELD } from '../../core/rollouts/long-records';
import { openRolloutFile } from '../../core/rollouts/open';
import { columns } from '../../core/store/columns';
import { infoOf, type RowSource } from '../../core/store/columns/column';
import { unreadCell } from '../../core/store/columns/unread';
import type { FileChoices } from '../../core/store/file-choices';
import { RowReader } from '../../core/store/ingest/row-reader';
import { eachListed, type ListedFile } from '../../core/store/process/listing';
import { optionsOf } from '../../core/store/process/options';
import { messageOf } from '../../core/message-of';
import { pathOf } from '../host/uris';
import { uriOf } from '../rewards/selection';

/** Files behind the first rows that are looked at, to say about how many rows there are: looking at all takes its time. */
const MOST_UNREAD = 200;

/** What was read of the files so far. */
interface Read {
  readonly rows: StoreRow[];
  readonly files: Record<number, string>;
  readonly problems: StoreProblem[];
  /** Bytes behind the rows, of all bytes. */
  bytes: number;
}

/**
 * The first rollouts of a selection, read from its files alone: no cache is opened and nothing is read beyond the last of
 * them, so that the time does not depend on how much there is. Rejects with the signal's reason.
 */
export async function firstRows(
  { paths }: StoreSelection,
  count: number,
  choices: FileChoices,
  signal: AbortSignal,
): Promise<FirstRows> {
  const read: Read = { rows: [], files: {}, problems: [], bytes: 0 };
  let complete = true;
  let [listed, unread, total] = [0, 0, 0];
  for await (const file of eachListed(paths.map(pathOf), signal)) {
    if ('message' in file) {
      read.problems.push({
        file: file.path === null ? null : uriOf(file.path, paths),
        message: file.message,
      });
      continue;
    }
    const number = listed++;
    total += file.size;
    if (read.rows.length >= count) {
      complete = false;
      if (++unread > MOST_UNREAD) break;
      continue;
    }
    const uri = uriOf(file.path, paths);
    try {
      complete = await readFile(file, number, uri, count, choices, read, signal);
    } catch (error) {
      signal.throwIfAborted();
      read.problems.push({ file: uri, message: messageOf(error) });
    }
  }
  const { rows, files, problems, bytes } = read;
  const share = bytes > 0 ? total / bytes : 1;
  const expected = complete ? rows.length : Math.max(rows.length, Math.round(rows.length * share));
  const known = unread <= MOST_UNREAD;
  return { columns: columns.map(infoOf), rows, files, expected: known ? expected : null, complete, problems };
}

/**
 * The values of a row. A long record is not read for first rows, which would take the time and memory that the store needs
 * for it: what its texts tell is unknown until then.
 */
function valuesOf(source: RowSource): Cell[] {
  const { sketched, place } = source.entry;
  if (!sketched) return columns.map((column) => column.of(source));
  const pending = place.byteEnd - place.byteStart <= LONGEST_READ;
  return columns.map((column) => (pending && column.id === 'findings' ? null : unreadCell(column, source)));
}

/** Resolves to whether the file was read to its end. */
async function readFile(
  { path, name, size, named }: ListedFile,
  number: number,
  uri: string,
  count: number,
  choices: FileChoices,
  read: Read,
  signal: AbortSignal,
): Promise<boolean> {
  const options = { ...optionsOf(choices, path), name, findings: false, longest: MOST_HELD, signal };
  const file = await openRolloutFile(path, options);
  try {
    const { severities, profile } = choices;
    const reader = new RowReader(file, { severities, profile });
    for await (const entry of file.entries(0, signal)) {
      for (const source of reader.rows(entry).sources) {
        read.files[number] = uri;
        const { index, sample } = source.rollout;
        read.rows.push({ file: number, index, sample, values: valuesOf(source) });
      }
      if (read.rows.length < count) continue;
      // Of a packed file, by its share of what is inside.
      const share = Math.min(1, entry.place.byteEnd / Math.max(1, file.size));
      read.bytes += share * size;
      return entry.place.byteEnd >= file.size - 1;
    }
    read.bytes += size;
    const why = whyWithout(file.container);
    if (named && why !== null) read.problems.push({ file: uri, message: withoutWords(path, why) });
    return true;
  } finally {
    await file.close();
  }
}
