import type { OpenOptions } from '../../rollouts/rollout-file';
import type { RowBatch, StretchEnd } from '../ingest/batch';
import type { FileFacts } from '../ingest/job';
import type { InOrder } from './in-order';
import type { Readers } from './readers';

/** Bytes of a stretch: some dozens of milliseconds of work, so that cancelling and committing are quick. */
export const STRETCH_BYTES = 8 * 1024 * 1024;

const LEAST_STRETCH = 1024 * 1024;

/** Rows that a stretch may hold back while it is not its turn. More, and its reader waits. */
const MOST_HELD = 16_384;

/** Records that a stretch should hold at most: fewer than those that may be held back. */
const STRETCH_ROWS = 12_288;

/** A file that is to be read, or read on. */
export interface Reading {
  readonly path: string;
  readonly name: string;
  readonly options: OpenOptions;
  readonly profile: string;
  /** Null for a file that is read without a look before: in one stretch, whose end tells. */
  readonly facts: FileFacts | null;
  /** Where to begin: byte, record and line. */
  readonly from: { readonly byte: number; readonly record: number; readonly line: number };
}

/** Takes what stretches bring, in their order. */
export interface Taker {
  rows(batch: RowBatch, base: Base): Promise<void>;
  /** `head` is the digest of the file up to its rows' end, where who read it took one. */
  end(end: StretchEnd, base: Base, head?: string | null): Promise<void>;
}

/** Records and lines before a stretch. */
export interface Base {
  readonly record: number;
  readonly line: number;
}

/** A stretch of a file, as bytes; null where it goes to the end. */
export interface Stretch {
  readonly byte: number;
  readonly to: number | null;
  /** Whether no other comes behind it. */
  readonly last: boolean;
}

/**
 * The stretches of a file: one to the end where it cannot be divided. `known` says how many records its first bytes held,
 * as far as that is known: of tiny records a stretch holds fewer bytes, so that nobody waits with rows that are not due.
 */
export function* stretchesOf(
  { facts, from }: Reading,
  known: () => { readonly records: number; readonly bytes: number },
): Generator<Stretch> {
  if (!facts?.divisible) {
    yield { byte: from.byte, to: null, last: true };
    return;
  }
  for (let byte = from.byte; byte < facts.size;) {
    const to = Math.min(facts.size, byte + stretchBytes(known()));
    yield { byte, to, last: to === facts.size };
    byte = to;
  }
}

/** Bytes of the next stretch. Before anything is known of the records it is short. */
function stretchBytes({ records, bytes }: { readonly records: number; readonly bytes: number }): number {
  if (records === 0) return LEAST_STRETCH;
  const many = Math.round((bytes / records) * STRETCH_ROWS);
  return Math.max(LEAST_STRETCH, Math.min(STRETCH_BYTES, many));
}

/**
 * Reads one stretch. Others are read at the same time; what they bring is taken in order, since the numbers of records
 * and lines depend on what came before. `base` is asked when it is this stretch's turn.
 */
export async function readStretch(
  readers: Readers,
  reading: Reading,
  stretch: Pick<Stretch, 'byte' | 'to'>,
  order: InOrder,
  base: () => Base,
  taker: Taker,
  signal: AbortSignal,
): Promise<void> {
  const turn = order.next();
  const held: RowBatch[] = [];
  let rows = 0;
  const release = async (): Promise<void> => {
    for (let batch = held.shift(); batch; batch = held.shift()) await taker.rows(batch, base());
  };
  try {
    const { path, name, options, profile, from } = reading;
    const record = stretch.byte === from.byte ? from.record : 0;
    const line = stretch.byte === from.byte ? from.line : 0;
    const job = { path, name, options, profile, from: { byte: stretch.byte, record, line }, to: stretch.to };
    const end = await readers.read(
      job,
      async (batch) => {
        held.push(batch);
        rows += batch.rows;
        if (!turn.has && rows < MOST_HELD) return;
        await turn.come;
        await release();
      },
      signal,
    );
    await turn.come;
    await release();
    await taker.end(end, base());
  } finally {
    turn.pass();
  }
}
