import type { KnownFile, RowStore } from '../database/row-store';
import { ChangeFailed } from '../database/trouble';
import { MOST_FAULTS, type RowBatch } from '../ingest/batch';
import { reachedBy } from '../ingest/small-files';
import type { FileFacts } from '../ingest/job';
import { Commits, type FileProgress } from './commits';
import { Hands } from './hands';
import { InOrder } from './in-order';
import type { OpenedFile } from './plan';
import type { Readers } from './readers';
import { isSmall, readTogether, SmallFiles } from './small-files';
import { readStretch, stretchesOf, type Base, type Taker } from './stretches';

/** A file to read, and who hears how it goes. */
export interface Task {
  /** Rejects where the file cannot be read, with a sentence. */
  readonly open: () => Promise<Omit<OpenedFile, 'anew'>>;
  /** It could not be read, or not to its end. */
  readonly failed: (error: unknown) => void;
  /** It ends in the middle of a record, which is read once it is whole. */
  readonly torn: (message: string) => void;
  /** It came this far; rows may not be seen yet. */
  readonly progress: (file: FileProgress) => void;
}

/** Told when rows were made to be seen, with the files that brought them, as they can be known again by. */
export type Committed = (files: readonly KnownFile[]) => void;

/** A file while its stretches are read. */
interface Open {
  file: FileProgress;
  /** What came before the stretch whose turn it is. */
  base: Base;
  stopped: boolean;
}

/**
 * Reads files into the rows of a set: as many stretches at a time as there are hands. What a file brought stays with its
 * rows, so that a process that dies, or is told to stop, goes on where it was. Rejects with the signal's reason, and
 * where rows can no longer be added.
 */
export async function ingest(
  tasks: Iterable<Task>,
  rows: RowStore,
  readers: Readers,
  committed: Committed,
  signal: AbortSignal,
): Promise<void> {
  const commits = new Commits(rows);
  const order = new InOrder();
  const hands = new Hands(readers.size);
  const small = new SmallFiles();
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  /** Where rows cannot be added, none that come later are: those before them are taken back. */
  const adding: Adding = async (work) => {
    stop.signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  const readSmall = async (): Promise<void> => {
    if (small.empty) return;
    const files = small.take();
    await hands.give(() => readTogether(readers, files, order, both));
  };

  for (const task of tasks) {
    if (both.aborted) break;
    let opened;
    try {
      opened = await task.open();
    } catch (error) {
      if (error instanceof ChangeFailed) stop.abort(error);
      if (both.aborted) break;
      task.failed(error);
      continue;
    }
    const { reading, refuse } = opened;
    const { record, line } = reading.from;
    const open: Open = { file: opened.file, base: { record, line }, stopped: false };
    const base = (): Base => open.base;
    const failed = (error: unknown): void => {
      open.stopped = true;
      if (!both.aborted) task.failed(error);
    };
    if (isSmall(opened)) {
      const taker = takerOf(open, task, true, refuse, rows, commits, committed, adding);
      small.add({ reading, size: open.file.size, base, taker, failed });
      if (small.full) await readSmall();
      continue;
    }
    // What comes before in the order is read before.
    await readSmall();
    const holds = (reading.facts?.without ?? null) === null;
    let begun = false;
    const known = (): { records: number; bytes: number } => ({
      records: open.file.records - record,
      bytes: open.file.reached - reading.from.byte,
    });
    for (const stretch of holds ? stretchesOf(reading, known) : []) {
      begun = true;
      if (both.aborted || open.stopped) break;
      const taker = takerOf(open, task, stretch.last, refuse, rows, commits, committed, adding);
      await hands.give(() => readStretch(readers, reading, stretch, order, base, taker, both).catch(failed));
    }
    if (!begun) {
      // Nothing to read: no rollouts, or no bytes.
      const done = { ...open.file, reached: open.file.size, complete: true };
      task.progress(done);
      commits.passed(done);
    }
  }
  await readSmall();
  await hands.end();
  stop.signal.throwIfAborted();
  committed(await commits.flush());
  signal.throwIfAborted();
}

/** Adds rows, or ends all adding. */
type Adding = <T>(work: () => Promise<T>) => Promise<T>;

function takerOf(
  open: Open,
  task: Task,
  last: boolean,
  refuse: (facts: FileFacts) => void,
  rows: RowStore,
  commits: Commits,
  committed: Committed,
  adding: Adding,
): Taker {
  const cameTo = async (file: FileProgress): Promise<void> => {
    open.file = file;
    task.progress(file);
    const files = await commits.reached(file);
    if (files) committed(files);
  };
  /** As it was before the stretch, whose end tells of all its records, those of no batch too. */
  let before: Unread | null = null;
  return {
    rows: (batch, base) =>
      adding(async () => {
        if (open.stopped) return;
        await rows.append(open.file.number, base, batch);
        commits.added(batch.rows);
        before ??= open.file;
        await cameTo({ ...open.file, ...placeOf(batch, base), ...withMore(open.file, batch) });
      }),
    end: (end, base, head) => {
      refuse(end.file);
      return adding(async () => {
        if (open.stopped) return;
        const { container, dialect } = end.file;
        open.base = { record: base.record + end.records, line: base.line + end.lines };
        if (end.open) {
          if (end.open.fault) task.torn(end.open.fault.message);
          else open.base = { record: open.base.record + 1, line: open.base.line + 1 };
        }
        const reached = reachedBy(end);
        const { record: records, line: lines } = open.base;
        const complete = last && !end.open?.fault;
        await cameTo({
          ...open.file,
          ...withMore(before ?? open.file, end),
          container,
          dialect,
          records,
          lines,
          reached,
          complete,
          head: head ?? '',
        });
      });
    },
  };
}

/** Records that cannot be read: how many, and the first of them. */
type Unread = Pick<KnownFile, 'broken' | 'faults'>;

function withMore({ broken, faults }: Unread, more: Unread): Unread {
  return { broken: broken + more.broken, faults: [...faults, ...more.faults].slice(0, MOST_FAULTS) };
}

/**
 * How far a file is with a batch. A last record without a line end that is whole is taken as it is: whatever is written
 * behind it begins a line of its own, or makes it broken.
 */
function placeOf(
  { end, open, byteEnd }: RowBatch,
  base: Base,
): Pick<FileProgress, 'records' | 'lines' | 'reached'> {
  const records = base.record + end.records;
  const lines = base.line + end.lines;
  if (!open) return { records, lines, reached: end.byte };
  return { records: records + 1, lines: lines + 1, reached: byteEnd.at(-1) ?? end.byte };
}
