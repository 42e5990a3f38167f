import { join } from 'node:path';
import { toWire, type MetricRow, type StreamEvent } from '../../core/protocol/bridge/events';
import { LIMITS } from '../../core/protocol/bridge/limits';
import { readMetricLine } from '../../core/training/metric-line';
import { ProgressMeter } from '../../core/training/progress-meter';
import type { MetricSource } from '../../core/training/recipe/model';
import type { Job } from './job';
import { LineTail } from './line-tail';
import { matchingFiles } from './matching-files';
import { MetricNames } from './metric-names';
import type { Warnings } from './warnings';

/** Milliseconds between two searches for new files, and between two `progress` events. */
const SEARCH_MS = 2000;
const PROGRESS_MS = 500;

/** A row with the place in its file after which it stands. */
interface PlacedRow {
  readonly name: string;
  readonly step: number;
  readonly value: number;
  readonly wallMs: number | null;
  readonly place: Place;
}

/** As in the source of a `metric.batch`. */
interface Place {
  readonly end: number;
  readonly part: number;
}

interface Source {
  readonly file: string;
  readonly stepKey: string;
  readonly tail: LineTail;
  /** What the stream of events holds already. */
  told: Place;
  pending: PlacedRow[];
}

/**
 * Turns the lines of a job's metrics files into events. A batch says up to where it was read, so after a restart every
 * row is told once: reading goes on behind the last batch.
 */
export class MetricFeed {
  readonly #names = new MetricNames();
  readonly #sources = new Map<string, Source>();
  readonly #told = new Map<string, Place>();
  readonly #meter: ProgressMeter;
  #searched = -Infinity;
  #progressed = -Infinity;
  #progress = '';

  constructor(
    private readonly work: string,
    private readonly metrics: readonly MetricSource[],
    total: number | null,
  ) {
    this.#meter = new ProgressMeter(total);
  }

  /** Takes over what an old event says. */
  restore(event: StreamEvent): void {
    if (event.t === 'metric.batch') {
      this.#names.told(event.d.names);
      this.#told.set(event.d.source.file, event.d.source);
    } else if (event.t === 'progress') {
      const { step, total, epoch } = event.d;
      this.#meter.note(step, event.ts, total, epoch);
    }
  }

  /** Tells what is new: one batch a source, or with `all` everything. */
  poll(job: Job, warnings: Warnings, all: boolean): void {
    this.#search(all);
    for (const source of this.#sources.values()) {
      while (this.#batch(job, source, warnings) && all);
    }
    this.#tellProgress(job, all);
  }

  #search(now: boolean): void {
    const at = performance.now();
    if (!now && at - this.#searched < SEARCH_MS) return;
    this.#searched = at;
    for (const { source, stepKey } of this.metrics) {
      for (const { path } of matchingFiles(this.work, source)) {
        if (this.#sources.has(path)) continue;
        const told = this.#told.get(path) ?? { end: 0, part: 0 };
        const tail = new LineTail(join(this.work, path), LIMITS.metric_line, told.end);
        this.#sources.set(path, { file: path, stepKey, tail, told, pending: [] });
      }
    }
  }

  /** Appends one batch. Says whether there may be more. */
  #batch(job: Job, source: Source, warnings: Warnings): boolean {
    const { seen } = source.tail;
    if (source.pending.length === 0) this.#read(job, source, warnings);
    const taken = source.pending.slice(0, LIMITS.metric_rows);
    const last = taken.at(-1);
    // A block of lines without a metric, or within one long line, is not the end of the file.
    if (!last) return source.tail.seen !== seen;
    const names: Record<string, string> = {};
    const rows = taken.flatMap(({ name, step, value, wallMs }): MetricRow[] => {
      const number = this.#names.numberOf(name);
      if (number === null) {
        warnings.once(
          job,
          'limit.metrics',
          `more than ${LIMITS.metric_names} metrics; ${name.slice(0, 100)} is left out`,
        );
        return [];
      }
      if (!this.#names.isTold(number)) names[number] = name;
      if (!Number.isFinite(value))
        warnings.once(job, 'metric.nonfinite', `${name} is ${String(value)} at step ${step}`);
      return [[number, step, toWire(value), wallMs]];
    });
    job.events.append('metric.batch', {
      job: job.id,
      names,
      rows,
      source: { file: source.file, ...last.place },
    });
    this.#names.told(names);
    source.pending = source.pending.slice(taken.length);
    source.told = last.place;
    return true;
  }

  #read(job: Job, source: Source, warnings: Warnings): void {
    let before = source.tail.offset;
    for (const { text, end } of source.tail.read()) {
      if (text === null)
        warnings.once(job, 'metric.line_too_long', `${source.file}: a line is longer than 64 KiB`);
      const line = text === null ? null : readMetricLine(text, source.stepKey);
      if (text !== null && !line && text.trim() !== '')
        warnings.once(job, 'metric.bad_line', `${source.file}, byte ${before}: no JSON object with a step`);
      const rows = (line?.values ?? []).map(([name, value], index, { length }): PlacedRow => {
        const place = index === length - 1 ? { end, part: 0 } : { end: before, part: index + 1 };
        return { name, value, step: line?.step ?? 0, wallMs: line?.wallMs ?? null, place };
      });
      const known = source.told.end === before ? source.told.part : 0;
      source.pending.push(...rows.slice(known));
      if (line) this.#meter.note(line.step, line.wallMs ?? Date.now(), line.total, line.epoch);
      before = end;
    }
  }

  #tellProgress(job: Job, now: boolean): void {
    const progress = this.#meter.read();
    const at = performance.now();
    if (!progress || (!now && at - this.#progressed < PROGRESS_MS)) return;
    const text = JSON.stringify(progress);
    if (text === this.#progress) return;
    job.events.append('progress', { job: job.id, ...progress });
    this.#progress = text;
    this.#progressed = at;
  }
}
