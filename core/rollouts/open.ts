import { openFileSource, unreadable } from '../containers/file-source';
import type { ByteSource } from '../containers/byte-source';
import type { Container, RawRecord } from '../containers/container';
import { decode } from '../containers/framing/decode';
import { lines } from '../containers/framing/lines';
import {
  START,
  type Cursor,
  type Framing,
  type RowPlaces,
  type Span,
  type SpanOptions,
} from '../containers/framing/framing';
import { tornFraming } from '../containers/framing/torn';
import { parsedBy } from '../containers/framing/parsed';
import type { ParsedJson } from '../containers/json/tolerant';
import { mapped, mappedBy } from '../containers/mapped';
import { none } from '../containers/none';
import { raw } from '../containers/raw';
import { containerNamed, recognise } from '../containers/recognise';
import { UsageError } from '../containers/usage-error';
import type { RecordPlace } from '../trace/model';
import { chooseDialect, dialectNamed } from './dialect-choice';
import { firstRollouts } from './first-rollouts';
import { isLong, LongRecords, MOST_HELD } from './long-records';
import { RecordIndex } from './record-index';
import { entryOf, readRecord, type Checking, type EntryReading } from './record-reading';
import type { Entry, OpenOptions, RolloutFile } from './rollout-file';

/**
 * Opens a file of rollouts: reads its head, chooses container and dialect. Fails with `UnreadableFile` where it
 * cannot be read, and with `UsageError` where an option names something unknown.
 */
export async function openRolloutFile(path: string, options: OpenOptions = {}): Promise<RolloutFile> {
  // Wrong options are told before the file is touched.
  wantedContainer(options);
  if (options.dialect !== undefined) dialectNamed(options.dialect);
  const source = await openFileSource(path, options.name ?? null, {
    signal: options.signal,
    atOnce: options.atOnce,
  });
  try {
    return await openRolloutSource(path, source, options);
  } catch (error) {
    await source.close();
    throw error instanceof Error && 'syscall' in error ? unreadable(path, error) : error;
  }
}

/** Opens bytes of any origin as {@link openRolloutFile} does; closing the file closes them. */
export async function openRolloutSource(
  path: string,
  source: ByteSource,
  options: OpenOptions = {},
): Promise<RolloutFile> {
  const found = await recognise(source, wantedContainer(options), options.signal);
  const framing = source.torn === undefined ? found.framing : tornFraming(found.framing, source.torn);
  const [first, ...others] = found.ranked;
  const container = first?.container ?? none;
  const reading: EntryReading = {
    name: source.name,
    size: source.size,
    container,
    reader: container.reader(found.sample),
    framing,
  };
  const rollouts =
    container.holds === 'rollouts' ? await firstRollouts(source, found.sample, reading, options.signal) : [];
  const dialect = chooseDialect(rollouts, options.dialect ?? null, container);
  const checking: Checking | null =
    options.findings === false
      ? null
      : { severities: options.severities ?? {}, onFailure: options.onRuleFailure ?? null };
  const long = new LongRecords(source, reading, dialect.chosen, options);
  return new SourceFile(path, source, framing, reading, checking, long, {
    container: {
      chosen: container,
      evidence: first?.evidence ?? { weight: 0, because: '' },
      others: others.map((other) => ({ id: other.container.id, evidence: other.evidence })),
    },
    dialect,
    losses: [...(framing.losses ?? []), ...(container.losses?.(found.sample) ?? [])],
  });
}

/** The container that options name: by its id, or by a field map. */
function wantedContainer({ container, fields }: OpenOptions): Container | null {
  if (fields) return mappedBy(fields);
  if (container === undefined) return null;
  const named = containerNamed(container);
  if (named !== mapped) return named;
  throw new UsageError('the container mapped needs a field map: `fields` in tracehop.yml, or --fields');
}

/** A rollout file over a byte source. */
class SourceFile implements RolloutFile {
  readonly name: string;
  readonly size: number;
  readonly container: RolloutFile['container'];
  readonly dialect: RolloutFile['dialect'];
  readonly losses: RolloutFile['losses'];
  readonly divisible: boolean;
  readonly appended: boolean;
  readonly made: boolean;
  readonly #index = new RecordIndex();
  /** Problems that the framing found, by record. */
  readonly #problems = new Map<number, string>();
  /** Keys of the records, where the file is one object of records. */
  readonly #keys = new Map<number, string>();
  #complete = false;

  constructor(
    readonly path: string,
    private readonly source: ByteSource,
    private readonly framing: Framing,
    private readonly reading: EntryReading,
    private readonly checking: Checking | null,
    private readonly long: LongRecords,
    choices: Pick<RolloutFile, 'container' | 'dialect' | 'losses'>,
  ) {
    this.name = source.name;
    this.size = source.size;
    this.container = choices.container;
    this.dialect = choices.dialect;
    this.losses = choices.losses;
    this.divisible = framing === lines && source.own === true;
    this.appended = (framing.id === 'lines' || framing.id === 'text') && source.own === true;
    this.made = framing.spanAt !== undefined;
  }

  async *entries(from = 0, signal?: AbortSignal): AsyncGenerator<Entry> {
    if (this.container.chosen === none || this.container.chosen === raw) return;
    for await (const batch of this.#spans(from, signal)) {
      for (const span of batch) {
        if (span.index < from) continue;
        if (isLong(span)) yield* this.#long(span, signal);
        else yield this.#entryOf(this.#decode(span), span.problem);
      }
    }
  }

  async *entriesBetween(from: number, to: number, signal?: AbortSignal): AsyncGenerator<Entry> {
    if (this.container.chosen === none || this.container.chosen === raw) return;
    const { name, size } = this.source;
    const stretch: ByteSource = {
      name,
      size: Math.min(to, size),
      read: this.source.read.bind(this.source),
      close: () => Promise.resolve(),
    };
    const cursor = { ...START, byte: from };
    for await (const batch of this.framing.spans(stretch, { from: cursor, ...this.#spanning(signal) }))
      for (const span of batch) {
        if (isLong(span)) yield* this.#long(span, signal);
        else yield this.#entryOf(decode(span), span.problem);
      }
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return this.source.read(offset, length);
  }

  async entryAt(index: number, signal?: AbortSignal): Promise<Entry | null> {
    const record = await this.recordAt(index, signal);
    return record && this.#entryOf(record, this.#problems.get(index) ?? null);
  }

  async recordAt(index: number, signal?: AbortSignal): Promise<RawRecord | null> {
    const place = await this.placeAt(index, signal);
    if (!place) return null;
    if (this.framing.spanAt) {
      const span = await this.framing.spanAt(this.source, place, signal);
      if (span.problem !== null) this.#problems.set(index, span.problem);
      return this.#decode(span);
    }
    const length = place.byteEnd - place.byteStart;
    // Too long to be read: that was noted when it was found.
    const bytes = await this.source.read(place.byteStart, length > this.long.longest ? 0 : length);
    return this.#decode({ ...place, bytes, problem: null });
  }

  async placeAt(index: number, signal?: AbortSignal): Promise<RecordPlace | null> {
    if (this.#rows) return this.#rows.at(index);
    await this.#indexTo((known) => known.count > index, signal);
    return this.#index.at(index);
  }

  valueOf(record: RawRecord): ParsedJson | null {
    return this.framing.id === 'text' ? null : parsedBy(this.framing, record);
  }

  async recordAtLine(line: number, signal?: AbortSignal): Promise<number | null> {
    if (this.#rows) return line < this.#rows.count ? line : null;
    await this.#indexTo((known) => (known.at(known.count - 1)?.line ?? -1) > line, signal);
    const index = this.#index.lastAtLine(line);
    const record = await this.recordAt(index, signal);
    if (!record) return null;
    const lines = this.framing.id === 'lines' ? 0 : countLines(record.text);
    return line <= record.line + lines ? index : null;
  }

  async places(signal?: AbortSignal): Promise<readonly RecordPlace[]> {
    const rows = this.#rows;
    if (rows)
      return Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter(
        (place) => place !== null,
      );
    await this.#indexTo(() => false, signal);
    return Array.from({ length: this.#index.count }, (_, index) => this.#index.at(index)).filter(
      (place) => place !== null,
    );
  }

  close(): Promise<void> {
    return this.source.close();
  }

  get #rows(): RowPlaces | null {
    return this.container.chosen === none ? null : (this.framing.rows ?? null);
  }

  /** A record read from the middle of a file does not see its key. */
  #decode(span: Span): RawRecord {
    const key = span.key ?? this.#keys.get(span.index);
    return decode(key === undefined ? span : { ...span, key });
  }

  /** The entry of a record whose bytes did not come with it. */
  #long(span: Span, signal: AbortSignal | undefined): AsyncGenerator<Entry> {
    return this.long.entries(span, (read, problem) => this.#entryOf(this.#decode(read), problem), signal);
  }

  #spanning(signal: AbortSignal | undefined): SpanOptions {
    return { longest: this.long.longest, held: MOST_HELD, signal };
  }

  #entryOf(record: RawRecord, problem: string | null): Entry {
    const read = readRecord(this.reading, record, problem);
    return entryOf(record, read, this.container.chosen, this.dialect.chosen, this.checking);
  }

  /** Extends the index until it is far enough, or the file is at its end. */
  async #indexTo(enough: (index: RecordIndex) => boolean, signal: AbortSignal | undefined): Promise<void> {
    if (this.#complete || this.container.chosen === none || enough(this.#index)) return;
    const spans = this.#spans(Math.max(0, this.#index.count - 1), signal);
    for (let next = await spans.next(); !next.done; next = await spans.next()) {
      if (!enough(this.#index)) continue;
      await spans.return(undefined);
      return;
    }
  }

  /** Spans from the last known record at or before `from` on; each is taken into the index. */
  async *#spans(from: number, signal: AbortSignal | undefined): AsyncGenerator<readonly Span[]> {
    const known = this.#rows?.at(from) ?? this.#index.at(Math.min(from, this.#index.count - 1));
    const key = known && this.#keys.get(known.index);
    const cursor: Cursor = known
      ? {
          ...known,
          byte: known.byteStart,
          character: known.character ?? 0,
          ...(key === undefined || key === null ? {} : { key }),
        }
      : START;
    for await (const batch of this.framing.spans(this.source, { from: cursor, ...this.#spanning(signal) })) {
      for (const span of batch) {
        this.#index.add(span);
        const problem = this.long.problemOf(span);
        if (problem !== null) this.#problems.set(span.index, problem);
        if (span.key !== undefined) this.#keys.set(span.index, span.key);
      }
      yield batch;
    }
    this.#complete = true;
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
