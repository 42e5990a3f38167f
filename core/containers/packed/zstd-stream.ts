import { Decompress } from 'fzstd';
import { PackedFault } from './packed-fault';
import { Xxh64 } from './xxh64';
import { ZstdFrames } from './zstd-frames';

/** Unpacks zstd frames and compares the checksums that they carry, which the library passes over. */
export class ZstdStream {
  readonly #frames = new ZstdFrames();
  #pieces: Uint8Array[] = [];
  #frame: { readonly stream: Decompress; readonly hash: Xxh64; readonly number: number } | null = null;
  #number = 0;
  #wrong: string | null = null;

  /** Takes bytes; fails with an `Error` whose message is a clause where they are no sound stream. */
  push(bytes: Uint8Array): void {
    for (const { bytes: part, end } of this.#frames.parts(bytes)) {
      this.#frame ??= this.#begin();
      const { stream, hash, number } = this.#frame;
      unpacked(() => void stream.push(part, end !== null));
      if (!end) continue;
      if (end.checksum !== null && hash.digest()[1] !== end.checksum)
        this.#wrong ??= `frame ${number} of it has another checksum than it was packed with`;
      this.#frame = null;
    }
  }

  /** Told that nothing follows; fails where the stream is not at its end. */
  end(): void {
    if (!this.#frames.whole) throw new Error('unexpected end of file');
  }

  /** What came out since the last call. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** What is wrong with what was unpacked all the same, as a clause; null where nothing is. */
  get wrong(): string | null {
    const { behind } = this.#frames;
    if (this.#wrong !== null || behind === null) return this.#wrong;
    return `its end is at byte ${behind}, and what follows is no zstd`;
  }

  #begin(): { stream: Decompress; hash: Xxh64; number: number } {
    const hash = new Xxh64();
    const stream = new Decompress((piece) => {
      if (piece.length === 0) return;
      hash.update(piece);
      this.#pieces.push(piece);
    });
    return { stream, hash, number: this.#number++ };
  }
}

/** Runs a step of the library, which names what it finds by a code; other errors are accesses outside of the bytes. */
function unpacked(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof PackedFault) throw error;
    const said = error instanceof Error && 'code' in error ? error.message : 'a block of it is damaged';
    throw new Error(said, { cause: error });
  }
}

/**
 * Unpacks zstd frames that are in memory to at most `length` bytes. Fails with an `Error` whose message is a clause where
 * they are damaged, not whole, unpack to more, or to something else than was packed.
 */
export function unzstd(bytes: Uint8Array, length: number): Uint8Array {
  const stream = new ZstdStream();
  const whole = new Uint8Array(length);
  let filled = 0;
  stream.push(bytes);
  stream.end();
  for (const piece of stream.take()) {
    if (filled + piece.length > length)
      throw new Error(`it unpacks to more than the ${length} bytes it claims`);
    whole.set(piece, filled);
    filled += piece.length;
  }
  if (stream.wrong !== null) throw new Error(stream.wrong);
  return whole.subarray(0, filled);
}
