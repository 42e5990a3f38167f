import type { Entry, RolloutFile } from '../../rollouts/rollout-file';
import type { RecordPlace } from '../../trace/model';
import { columns as registry } from '../columns';
import { BatchBuilder } from './batch-builder';
import {
  MOST_FAULTS,
  type OpenRecord,
  type RowBatch,
  type StretchEnd,
  type StretchFault,
  type StretchPlace,
} from './batch';
import type { StretchJob } from './job';
import { factsOf } from './file-facts';
import { lastLineEnd, lineEnds, lineStart } from './line-bounds';
import { RowReader } from './row-reader';

/** Takes a batch; reading goes on once it resolves. */
export type SendBatch = (batch: RowBatch) => Promise<void>;

/**
 * Reads a stretch of an open file, which was opened without findings. Batches come in the order of the file. Where
 * `after` is given, a first try came so far, and only what is behind it is read; the counts are those of the whole
 * stretch all the same. Rejects with the signal's reason, and where the file cannot be read.
 */
export async function readStretch(
  file: RolloutFile,
  job: StretchJob,
  after: StretchPlace | null,
  send: SendBatch,
  signal?: AbortSignal,
): Promise<StretchEnd> {
  const reading = new StretchReading(file, job, send);
  if (file.container.chosen.holds !== 'rollouts') return reading.nothing();
  return file.divisible ? reading.lines(after, signal) : reading.records(after, signal);
}

/** One stretch while it is read. */
class StretchReading {
  readonly #rows: RowReader;
  readonly #batch: BatchBuilder;
  #faults: readonly StretchFault[] = [];
  #broken = 0;

  constructor(
    private readonly file: RolloutFile,
    private readonly job: StretchJob,
    private readonly send: SendBatch,
  ) {
    const { columns: wanted, options, profile } = job;
    this.#rows = new RowReader(file, { severities: options.severities ?? {}, profile });
    this.#batch = new BatchBuilder(wanted ? registry.filter(({ id }) => wanted.includes(id)) : registry);
  }

  /** A file that holds no rollouts is not read. */
  nothing(): Promise<StretchEnd> {
    return this.#ended({ byte: this.file.size, records: 0, lines: 0 }, null);
  }

  /** The lines that begin in the stretch. */
  async lines(after: StretchPlace | null, signal: AbortSignal | undefined): Promise<StretchEnd> {
    const { file, job } = this;
    const limit = job.to === null ? file.size : Math.min(job.to, file.size);
    const start = after?.byte ?? (await lineStart(file, job.from.byte, limit));
    const before = after ?? { byte: start ?? job.from.byte, records: 0, lines: 0 };
    if (start === null) return this.#ended(before, null);
    const stop = (await lineStart(file, limit, file.size)) ?? file.size;
    const end = await lastLineEnd(file, start, stop);
    let last: RecordPlace | null = null;
    for await (const entry of file.entriesBetween(start, end, signal)) {
      last = entry.place;
      const index = before.records + last.index;
      const line = before.lines + last.line;
      if (this.#isDue(entry)) await this.#flush({ byte: last.byteStart, records: index, lines: line });
      this.#add(entry, index, line);
    }
    // Blank lines behind the last record are lines too.
    const ends = await lineEnds(file, last?.byteEnd ?? start, end);
    const place = {
      byte: end,
      records: before.records + (last ? last.index + 1 : 0),
      lines: before.lines + (last?.line ?? 0) + ends,
    };
    let open: OpenRecord | null = null;
    for await (const entry of file.entriesBetween(end, stop, signal))
      open = await this.#addOpen(entry, place);
    return this.#ended(place, open);
  }

  /** The records from a number on, to the end. */
  async records(after: StretchPlace | null, signal: AbortSignal | undefined): Promise<StretchEnd> {
    const { from } = this.job;
    let place: StretchPlace = after ?? { byte: from.byte, records: 0, lines: 0 };
    for await (const entry of this.file.entries(from.record + place.records, signal)) {
      const index = entry.place.index - from.record;
      const line = entry.place.line - from.line;
      if (this.#isDue(entry)) await this.#flush({ byte: entry.place.byteStart, records: index, lines: line });
      this.#add(entry, index, line);
      place = { byte: entry.place.byteEnd, records: index + 1, lines: line + 1 };
    }
    return this.#ended({ ...place, byte: this.file.size }, null);
  }

  /** Whether rows are to be sent before an entry is added. That may mean waiting for those who wait for its turn. */
  #isDue(entry: Entry): boolean {
    return this.#batch.full && entry.inTurn !== true;
  }

  /**
   * Adds the rows of a record. A batch that is full is sent before that and not behind the last record: where the next
   * begins is where a second try may go on.
   */
  #add(entry: Entry, index: number, line: number): void {
    const { sources, fault } = this.#rows.rows(entry);
    for (const source of sources) this.#batch.add(source, index, line);
    if (fault) this.#batch.addFault(fault);
  }

  /** A last record without a line end: its rows go in a batch of their own, behind those before it. */
  async #addOpen(entry: Entry, place: StretchPlace): Promise<OpenRecord> {
    await this.#flush(place);
    const { sources, fault } = this.#rows.rows(entry);
    for (const source of sources) this.#batch.add(source, place.records, place.lines);
    const { rows } = this.#batch;
    if (rows > 0) await this.send(this.#batch.take(place, true));
    const { byteEnd } = entry.place;
    return { byteEnd, rows, fault: fault && { byte: fault.byte, message: fault.message } };
  }

  async #ended(place: StretchPlace, open: OpenRecord | null): Promise<StretchEnd> {
    await this.#flush(place);
    const { byte: reached, records, lines } = place;
    const file = factsOf(this.file);
    return { records, lines, reached, broken: this.#broken, faults: this.#faults, open, file };
  }

  /** Sends what was gathered, where it is anything. */
  async #flush(place: StretchPlace): Promise<void> {
    const batch = this.#batch.take(place);
    this.#broken += batch.broken;
    this.#faults = [...this.#faults, ...batch.faults].slice(0, MOST_FAULTS);
    if (batch.rows > 0 || batch.broken > 0) await this.send(batch);
  }
}
