import { withoutWords } from '../../containers/holding';
import { none } from '../../containers/none';
import type { KnownFile } from '../database/row-store';
import type { FileFacts } from '../ingest/job';
import type { FileChoices } from '../file-choices';
import { changeOf, fingerprintOrNone } from './changes';
import type { FileProgress } from './commits';
import type { ListedFile } from './listing';
import { optionsOf } from './options';
import type { Readers } from './readers';
import { STRETCH_BYTES, type Reading } from './stretches';

/** What is to be done so that rows say what files say now. */
export interface Plan {
  /** Files that are known and no longer there. */
  readonly gone: readonly KnownFile[];
  /** Files that are known and hold something else now: their rows go. */
  readonly replaced: readonly KnownFile[];
  /** Files to read, or to read on, in order. */
  readonly readings: readonly PlannedFile[];
}

/** A file to read. */
export interface PlannedFile {
  readonly path: string;
  /** What it was read at: a failure holds for this version alone. */
  readonly version: string;
  /** Looks at it: rejects where it cannot be read, with a sentence. `number` gives one to a file that has none. */
  readonly open: (readers: Readers, number: () => number, signal: AbortSignal) => Promise<OpenedFile>;
}

/** A file that is about to be read. */
export interface OpenedFile {
  readonly reading: Reading;
  readonly file: FileProgress;
  /** The record from which its rows are made anew; null where those that are there stay. */
  readonly anew: number | null;
  /** Fails with a sentence where the file is to be taken for one that cannot be read. */
  readonly refuse: (facts: FileFacts) => void;
}

/** Compares files as they are with what is known of them. `failed` says that a file could not be read at a version. */
export async function planOf(
  listed: readonly ListedFile[],
  known: ReadonlyMap<string, KnownFile>,
  choices: FileChoices,
  failed: (path: string, version: string) => boolean,
): Promise<Plan> {
  const paths = new Set(listed.map(({ path }) => path));
  const gone = [...known.values()].filter(({ path }) => !paths.has(path));
  const replaced: KnownFile[] = [];
  const readings: PlannedFile[] = [];
  for (const file of listed) {
    const version = `${file.inode} ${file.size} ${file.mtime}`;
    if (failed(file.path, version)) continue;
    const before = known.get(file.path);
    if (!before) {
      readings.push(planned(file, version, null, choices));
      continue;
    }
    const change = await changeOf(before, file, () => fingerprintOrNone(file.onDisk, before.reached));
    if (change === 'same') continue;
    if (change === 'other') replaced.push(before);
    readings.push(planned(file, version, change === 'other' ? null : before, choices));
  }
  return { gone, replaced, readings };
}

function planned(
  file: ListedFile,
  version: string,
  before: KnownFile | null,
  choices: FileChoices,
): PlannedFile {
  const { path, name, named, onDisk, size, mtime, inode } = file;
  const refuse = ({ container, without }: FileFacts): void => {
    // Among other files one without rollouts is no news; one that was asked for by name is, and so is a table that
    // nobody can read.
    const unread = container === none.id && DATA_FILE.test(path);
    if (without !== null && (named || unread)) throw new Error(withoutWords(path, without));
  };
  return {
    path,
    version,
    open: async (readers, number, signal) => {
      const options = { ...optionsOf(choices, path), name };
      // One that is a single stretch anyway is opened once, and not twice.
      const facts =
        before === null && size <= STRETCH_BYTES ? null : await readers.facts(path, options, signal);
      if (facts) refuse(facts);
      const { from, anew } = before && facts ? beginningOf(before, facts) : BEGINNING;
      const state = {
        number: before?.number ?? number(),
        ...{ path, name, onDisk, size, mtime, inode },
        ...{ reached: from.byte, records: from.record, lines: from.line },
        ...{ head: '', complete: false },
        ...(before && from.record > 0
          ? { broken: before.broken, faults: before.faults }
          : { broken: 0, faults: [] }),
        ...{ container: facts?.container ?? '', dialect: facts?.dialect ?? '' },
      };
      const reading = { path, name, options, profile: choices.profile, facts, from };
      return { reading, file: state, anew, refuse };
    },
  };
}

/**
 * Where a file is read on. Lines begin where those that are known end; the last record of a text may have got longer; every
 * other file that is written to is made anew.
 */
function beginningOf(
  before: KnownFile,
  { divisible, appended }: FileFacts,
): Pick<OpenedFile, 'anew'> & Pick<Reading, 'from'> {
  const { reached: byte, records, lines: line, complete } = before;
  if (divisible || !complete) return { from: { byte, record: records, line }, anew: null };
  const record = appended ? Math.max(0, records - 1) : 0;
  return { from: { byte: 0, record, line: 0 }, anew: record };
}

const BEGINNING = { from: { byte: 0, record: 0, line: 0 }, anew: null };

/** Names of files that are written to hold data: where nothing can be made of one, something is wrong with it. */
const DATA_FILE = /\.(?:jsonl|ndjson|parquet|arrow|eval|db|sqlite3?|gz|zst|zip)$/i;
