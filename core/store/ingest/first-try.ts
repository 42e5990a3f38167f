import { MOST_FAULTS, type RowBatch, type StretchEnd, type StretchFault, type StretchPlace } from './batch';
import type { FileFacts, StretchJob } from './job';

/** What of a stretch is in already, whatever becomes of the worker that reads it. */
export class FirstTry {
  /** Behind the last batch that was taken in; null before the first. */
  after: StretchPlace | null = null;
  #broken = 0;
  #faults: readonly StretchFault[] = [];
  #open = false;
  /** The same at the beginning of the try that runs: what it brings comes with its own end. */
  #before = { broken: 0, faults: this.#faults };

  constructor(private readonly send: (batch: RowBatch) => Promise<void> | void) {}

  /** Takes a batch in; rows of an open record come once, however often they are read. */
  async take(batch: RowBatch): Promise<void> {
    if (batch.open && this.#open) return;
    await this.send(batch);
    this.after = batch.end;
    this.#broken += batch.broken;
    this.#faults = firstOf(this.#faults, batch.faults);
    this.#open ||= batch.open;
  }

  /** Begins a further try. */
  again(): void {
    this.#before = { broken: this.#broken, faults: this.#faults };
  }

  /** The end of the stretch, from that of the last try. */
  joined(end: StretchEnd): StretchEnd {
    const { broken, faults } = this.#before;
    return { ...end, broken: broken + end.broken, faults: firstOf(faults, end.faults) };
  }

  /** The end of a stretch whose rest could not be read, but was counted. */
  lost(rest: StretchPlace, file: FileFacts, { from }: StretchJob, why: string): StretchEnd {
    const { records, lines, byte: reached } = rest;
    const left = file.divisible ? records - (this.after?.records ?? 0) : 1;
    const many = file.divisible ? `${left} records from this byte on` : 'the rest of the file';
    const message = `${many} could not be read (${why}, three times); look at the record here, which may be too large`;
    const byte = this.after?.byte ?? from.byte;
    const faults = left === 0 ? this.#faults : firstOf(this.#faults, [{ byte, message }]);
    return { records, lines, reached, broken: this.#broken + left, faults, open: null, file };
  }
}

/** The last one always counts: it is why the stretch ended. */
function firstOf(known: readonly StretchFault[], more: readonly StretchFault[]): readonly StretchFault[] {
  return [...known.slice(0, Math.max(0, MOST_FAULTS - more.length)), ...more].slice(0, MOST_FAULTS);
}
