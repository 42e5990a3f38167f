import type { ByteSource } from '../containers/byte-source';
import { decode } from '../containers/framing/decode';
import { LONGEST_RECORD, tooLong, type Span } from '../containers/framing/framing';
import { NOTHING } from '../containers/reading';
import type { Dialect } from '../trace/dialect';
import type { RolloutSource } from '../trace/model';
import { entryOf, readRecord, type EntryReading } from './record-reading';
import type { Entry, OpenOptions } from './rollout-file';

/**
 * Bytes of the longest record that the processes behind an editor read: reading takes up to ten times as much memory, and
 * 500 MB are for all of them. Of a longer one its row says where it stands and how long it is, and its bytes are shown.
 */
export const LONGEST_READ = 24 * 1024 ** 2;

/** Bytes of the longest record that is held while records are looked for; longer ones are read one at a time. */
export const MOST_HELD = 4 * 1024 ** 2;

/** The records of a file that are not held when they are found: read whole one after the other, or not at all. */
export class LongRecords {
  readonly longest: number;

  constructor(
    private readonly source: ByteSource,
    private readonly reading: EntryReading,
    private readonly dialect: Dialect,
    private readonly options: Pick<OpenOptions, 'longest' | 'sketches' | 'turn'>,
  ) {
    this.longest = options.longest ?? LONGEST_RECORD;
  }

  /** What is wrong with a record as it was found; null where it only was not held. */
  problemOf(span: Span): string | null {
    if (span.sketch === undefined) return span.problem;
    const length = lengthOf(span);
    return length > this.longest ? tooLong(length, this.longest) : null;
  }

  /** The entry of a record that was not held. `entryOf` makes one of its bytes, and of one that cannot be read. */
  async *entries(
    span: Span,
    entry: (span: Span, problem: string | null) => Entry,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Entry> {
    const problem = this.problemOf(span);
    if (problem !== null) {
      const shown =
        this.options.sketches === true &&
        lengthOf(span) > this.longest &&
        !span.sketch?.torn &&
        this.reading.framing.id !== 'rows';
      yield shown ? this.#sketched(span) : entry(span, problem);
      return;
    }
    const turn = await this.options.turn?.(signal);
    let held: { -readonly [Member in keyof Entry]: Entry[Member] } | null = null;
    try {
      held = { ...entry({ ...span, bytes: await this.source.read(span.byteStart, lengthOf(span)) }, null) };
      if (turn) {
        held.inTurn = true;
        held.record = { ...held.place, text: '', invalidByte: null };
        turn.parsed();
      }
      yield held;
    } finally {
      // Who goes through entries may still hold the last one: what takes memory of it goes with its turn.
      if (held && turn) held.rollouts = [];
      turn?.end();
    }
  }

  /** One rollout for a record that is not read, with what its sketch tells of it. */
  #sketched(span: Span): Entry {
    const bytes = span.sketch?.bytes ?? null;
    const { container, name } = this.reading;
    const record = decode({ ...span, bytes: bytes ?? new Uint8Array(0), problem: null });
    const known = bytes ? readRecord(this.reading, record, null).rollouts[0] : undefined;
    const rollout = known ?? bare(name, span.index);
    const made = entryOf(record, { ...NOTHING, rollouts: [rollout] }, container, this.dialect, null);
    return { ...made, fault: null, sketched: true };
  }
}

/** Whether the bytes of a record did not come with it, as it is long. */
export function isLong(span: Span): boolean {
  return span.problem !== null && span.bytes.length < lengthOf(span);
}

function lengthOf({ byteStart, byteEnd }: Span): number {
  return byteEnd - byteStart;
}

/** A rollout of which nothing is known. */
function bare(file: string, index: number): RolloutSource {
  const nothing = { question: null, golds: [], text: '', parts: [], recorded: {} };
  return { id: `${file}#${index}`, file, index, sample: 0, ...nothing };
}
