import type { ByteSource } from '../../byte-source';
import { bounded, Damaged } from './damaged';
import { Table } from './flatbuffer';

/** Longest metadata of a message that is read, in bytes. */
const LONGEST_METADATA = 64 * 1024 ** 2;

/** Marks a message since version 0.15 of the format; before, its length came first. */
const CONTINUATION = 0xffffffff;

/** Bytes of metadata that are read together with a message's prefix; further ones as the message before needed. */
const FIRST_METADATA = 512;

/** A note of a message that is packed as it was before the format had a way for it, and most notes of one. */
const OLD_COMPRESSION = 'ARROW:experimental_compression';
const MOST_NOTES = 10_000;

/** Kinds of messages (the union `MessageHeader` of Message.fbs) that hold what is read here. */
export const SCHEMA = 1;
export const DICTIONARY = 2;
export const BATCH = 3;

/** A message: its kind, its own table, and where its body stands in the file. */
export interface Message {
  readonly kind: number;
  readonly header: Table;
  /** Byte range in the file of prefix, metadata and body; the file may end before. */
  readonly byteStart: number;
  readonly bodyStart: number;
  readonly byteEnd: number;
}

/** The message of some metadata that is followed by its body. Throws {@link Damaged}, or a `RangeError`. */
function messageOf(metadata: Uint8Array, byteStart: number, bodyStart: number): Message {
  const table = Table.root(metadata);
  const header = table.table(2);
  if (!header) throw new Damaged('a message has no content');
  if (table.tables(4, MOST_NOTES).some((note) => note.string(0) === OLD_COMPRESSION))
    throw new Damaged('it is packed in the way of pyarrow 0.17, write the file again with a newer one');
  const bodyLength = bounded(table.int64(3), 2 ** 50, 'the length of a body');
  return { kind: table.uint8(1), header, byteStart, bodyStart, byteEnd: bodyStart + bodyLength };
}

/**
 * Reads the message at `at` without its body; null where the messages end. `guess` is the length of metadata to be
 * expected. Throws {@link Damaged}, or a `RangeError`.
 */
async function messageAt(
  source: ByteSource,
  at: number,
  end: number,
  guess: number,
): Promise<Message | null> {
  const read = await source.read(at, Math.min(8 + guess, end - at));
  if (read.length === 0) return null;
  const view = new DataView(read.buffer, read.byteOffset, read.length);
  const word = view.getUint32(0, true);
  const prefix = word === CONTINUATION ? 8 : 4;
  const length = word === CONTINUATION ? view.getUint32(4, true) : word;
  if (length === 0) return null;
  const bodyStart = at + prefix + length;
  if (length > LONGEST_METADATA) throw new Damaged(`its metadata would have ${length} bytes`);
  if (bodyStart > end) throw new Damaged('its metadata is cut off');
  const here = read.subarray(prefix, prefix + length);
  const metadata = here.length === length ? here : await source.read(at + prefix, length);
  // A source that became shorter.
  if (metadata.length < length) throw new Damaged('its metadata is cut off');
  return messageOf(metadata, at, bodyStart);
}

/**
 * The messages from `start` up to `end`, one after the other; of their bodies no more is read than stands in the way.
 * The last may end behind `end`. Throws {@link Damaged} or a `RangeError` where one cannot be read.
 */
export async function* messagesOf(
  source: ByteSource,
  start: number,
  end: number,
  signal?: AbortSignal,
): AsyncGenerator<Message> {
  let guess = FIRST_METADATA;
  for (let at = start; at < end;) {
    signal?.throwIfAborted();
    const message = await messageAt(source, at, end, guess);
    if (!message) return;
    yield message;
    if (message.kind !== SCHEMA) guess = message.bodyStart - at - 8;
    at = message.byteEnd;
  }
}

/** Reads a known message again, with its body. */
export async function readMessage(
  source: ByteSource,
  { byteStart, bodyStart, byteEnd }: Pick<Message, 'byteStart' | 'bodyStart' | 'byteEnd'>,
): Promise<{ header: Table; body: Uint8Array }> {
  const bytes = await source.read(byteStart, byteEnd - byteStart);
  if (bytes.length < byteEnd - byteStart) throw new Damaged('it is cut off');
  const first = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE(0);
  const metadata = bytes.subarray(first === CONTINUATION ? 8 : 4, bodyStart - byteStart);
  const { header } = messageOf(metadata, byteStart, bodyStart);
  return { header, body: bytes.subarray(bodyStart - byteStart) };
}
