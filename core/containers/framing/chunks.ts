import type { ByteSource } from '../byte-source';
import { CHUNK_BYTES, START, type SpanOptions } from './framing';

/** A piece of a file. */
export interface Chunk {
  readonly bytes: Buffer;
  /** Byte offset in the file of the first byte. */
  readonly offset: number;
}

/**
 * Reads a source from a byte on, chunk by chunk, the next one while the last is worked on. Rejects with the signal's
 * reason.
 */
export async function* chunksOf(source: ByteSource, options: SpanOptions): AsyncGenerator<Chunk> {
  const { from = START, signal, chunkBytes = CHUNK_BYTES } = options;
  let offset = from.byte === 0 ? await markLength(source) : from.byte;
  const readAt = (at: number): Promise<Uint8Array> | null => {
    if (at >= source.size) return null;
    const reading = source.read(at, Math.min(chunkBytes, source.size - at));
    // Told where it is awaited; a reader that stops early never asks, and a closed file is no news to it.
    reading.catch(() => undefined);
    return reading;
  };
  for (let coming = readAt(offset); coming;) {
    signal?.throwIfAborted();
    const bytes = await coming;
    if (bytes.length === 0) return;
    coming = readAt(offset + bytes.length);
    yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), offset };
    offset += bytes.length;
  }
}

/** Length of the UTF-8 byte order mark at the start of a source: 3 or 0. */
async function markLength(source: ByteSource): Promise<number> {
  const head = await source.read(0, 3);
  return head.length === 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}
