import type { ByteSource } from '../byte-source';
import { chunksFrom } from './chunks-from';
import { decoderFor, type Coding } from './decoders';

/** Bytes of a stream that a decoder refused: all before `from` it took. */
export interface Refused {
  readonly from: number;
  readonly end: number;
  /** Bytes at a time. */
  readonly step: number;
}

/**
 * What a damaged stream unpacks to behind its first `known` bytes, up to the damage: zlib gives up what it unpacked last
 * where it finds one, so the stream is read once more, byte by byte in the end. Rejects with the signal's reason.
 */
export async function salvaged(
  source: ByteSource,
  coding: Coding,
  { from, end, step }: Refused,
  known: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const decoder = decoderFor(coding);
  const found: Uint8Array[] = [];
  let size = 0;
  const take = (pieces: readonly Uint8Array[]): void => {
    for (const piece of pieces) {
      const behind = Math.max(0, known - size);
      if (behind < piece.length) found.push(piece.subarray(behind));
      size += piece.length;
    }
  };
  try {
    let at = 0;
    for await (const chunk of chunksFrom(source, signal)) {
      for (let begin = 0; begin < chunk.length && at < end;) {
        signal?.throwIfAborted();
        const length = at < from ? Math.min(step, from - at) : 1;
        const bytes = chunk.subarray(begin, begin + length);
        const pieces = await decoder.push(bytes).catch(() => null);
        if (pieces === null) {
          take(decoder.left());
          return Buffer.concat(found);
        }
        take(pieces);
        begin += bytes.length;
        at += bytes.length;
      }
      if (at >= end) break;
    }
    return Buffer.concat(found);
  } finally {
    decoder.close();
  }
}
