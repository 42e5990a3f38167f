import type { ByteSource } from '../byte-source';
import { CHUNK_BYTES } from '../framing/framing';

/** A source's bytes from the first on, chunk by chunk. Rejects with the signal's reason. */
export async function* chunksFrom(
  source: ByteSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size;) {
    signal?.throwIfAborted();
    const bytes = await source.read(offset, Math.min(CHUNK_BYTES, source.size - offset));
    if (bytes.length === 0) return;
    yield bytes;
    offset += bytes.length;
  }
}
