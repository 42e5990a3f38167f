import type { ByteSource } from '../../containers/byte-source';
import { parseTolerant } from '../../containers/json/tolerant';
import { decode } from '../../containers/framing/decode';
import { START, type Cursor, type Framing, type Span } from '../../containers/framing/framing';
import type { Passage } from '../passage';
import { passageOf } from './shapes';

/** One record of a corpus: its passage, or why it holds none. */
export interface CorpusRecord {
  /** Where the record begins; reading goes on after it when it is given back as `after`. */
  readonly at: Cursor;
  readonly byteEnd: number;
  readonly passage: Passage | null;
  readonly fault: string | null;
}

/**
 * Reads the passages of a corpus in order, a batch for each chunk of the file. Memory stays at a chunk and the longest
 * record. `after` is the last record that is known already: it is read again, since the keys of the records after it are
 * only seen from there, and passed over. Rejects with the signal's reason.
 */
export async function* readCorpus(
  source: ByteSource,
  framing: Framing,
  after: Cursor | null,
  signal?: AbortSignal,
): AsyncGenerator<readonly CorpusRecord[]> {
  for await (const spans of framing.spans(source, { from: after ?? START, signal })) {
    const fresh = after === null ? spans : spans.filter(({ index }) => index > after.index);
    if (fresh.length > 0) yield fresh.map(recordOf);
  }
}

function recordOf(span: Span): CorpusRecord {
  const { index, byteStart: byte, byteEnd, line, character = 0 } = span;
  const read = passageIn(span);
  const about = { at: { index, byte, line, character }, byteEnd };
  return typeof read === 'string'
    ? { ...about, passage: null, fault: read }
    : { ...about, passage: read, fault: null };
}

function passageIn(span: Span): Passage | string {
  if (span.problem !== null) return span.problem;
  const { text, key } = decode(span);
  const parsed = parseTolerant(text);
  return parsed.ok ? passageOf(parsed.value, key ?? null) : `not JSON; found ${parsed.message}`;
}
