import type { OpenOptions, RolloutFile, TakeTurn } from '../../rollouts/rollout-file';
import type { StretchPlace } from './batch';
import { factsOf } from './file-facts';
import type { StretchJob } from './job';
import { lastLineEnd, lineStart } from './line-bounds';
import type { Task, TaskResults } from './messages';
import { OpenFiles } from './open-files';
import { readSmallFiles } from './small-files';
import { readStretch, type SendBatch } from './read-stretch';
import { searchTexts } from './search-texts';

/** What a task says while it runs. */
export interface TaskVoice {
  readonly send: SendBatch;
  /** Says how many rollouts a search has looked at. */
  readonly alive: (searched: number) => void;
}

/** Does what a worker is asked to do. */
export class Tasks {
  readonly #files: OpenFiles;

  /** `turn` is waited for before a record is read that takes much memory. */
  constructor(private readonly turn: TakeTurn) {
    this.#files = new OpenFiles(turn);
  }

  /** Runs one task. Rejects with the signal's reason, and with `UnreadableFile`. */
  async run(task: Task, voice: TaskVoice, signal: AbortSignal): Promise<TaskResults[Task['kind']]> {
    switch (task.kind) {
      case 'facts':
        return factsOf(await this.#files.open(task.path, task.options, signal));
      case 'stretch':
        return readStretch(await this.#fileOf(task.job, signal), task.job, task.after, voice.send, signal);
      case 'count':
        return countStretch(await this.#fileOf(task.job, signal), task.job, task.after, signal);
      case 'small':
        return readSmallFiles(task.jobs, this.turn, signal);
      case 'search':
        return searchTexts(
          await this.#files.open(task.search.path, task.search.options, signal),
          task.search,
          voice.alive,
          signal,
        );
    }
  }

  close(): Promise<void> {
    return this.#files.closeAll();
  }

  #fileOf({ path, name, options }: StretchJob, signal: AbortSignal): Promise<RolloutFile> {
    const named: OpenOptions = { ...options, name };
    return this.#files.open(path, named, signal);
  }
}

const LF = 0x0a;
const READ = 256 * 1024;

/** Where a stretch of lines ends, with its records and lines counted and not read. Blank lines are no records. */
export async function countStretch(
  file: RolloutFile,
  job: StretchJob,
  after: StretchPlace | null,
  signal: AbortSignal,
): Promise<StretchPlace> {
  const start = after?.byte ?? job.from.byte;
  if (!file.divisible) return { byte: file.size, records: after?.records ?? 0, lines: after?.lines ?? 0 };
  const limit = job.to === null ? file.size : Math.min(job.to, file.size);
  const from = after?.byte ?? (await lineStart(file, start, limit));
  let place: StretchPlace = after ?? { byte: start, records: 0, lines: 0 };
  if (from === null) return place;
  const stop = (await lineStart(file, limit, file.size)) ?? file.size;
  const end = await lastLineEnd(file, from, stop);
  let blank = true;
  for (let at = from; at < end; at += READ) {
    signal.throwIfAborted();
    let { records, lines } = place;
    for (const byte of await file.read(at, Math.min(READ, end - at))) {
      if (byte === LF) {
        lines++;
        if (!blank) records++;
        blank = true;
      } else if (byte > 0x20) blank = false;
    }
    place = { byte: end, records, lines };
  }
  return place;
}
