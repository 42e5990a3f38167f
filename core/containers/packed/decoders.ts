import { GzipDecoder } from './gzip';
import { Inflater } from './inflater';
import { ZstdStream } from './zstd-stream';

/** Undoes a compression piece by piece. */
export interface Decoder {
  /** Takes compressed bytes and gives what they unpack to. Rejects where they are no sound stream. */
  push(bytes: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Told that nothing follows. Rejects where the stream is not at its end. */
  end(): Promise<readonly Uint8Array[]>;
  /** What came out before a call rejected. */
  left(): readonly Uint8Array[];
  /** What is wrong with what was unpacked all the same (a checksum, bytes behind the end), as a clause; else null. */
  wrong(): string | null;
  /** Frees what the decoder holds; nothing is called after it. */
  close(): void;
}

/** What a stream of bytes is compressed with; `deflate` is zip's, without a header. */
export type Coding = 'gzip' | 'zstd' | 'deflate';

export function decoderFor(coding: Coding): Decoder {
  if (coding === 'zstd') return new ZstdDecoder();
  return coding === 'gzip' ? new GzipDecoder() : new DeflateDecoder();
}

/** Deflate alone; what follows its end is no part of it. */
class DeflateDecoder implements Decoder {
  readonly #inflater = new Inflater();
  #ended = false;

  async push(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    if (this.#ended) return [];
    this.#ended = (await this.#inflater.push(bytes)).ended;
    return this.#inflater.take();
  }

  async end(): Promise<readonly Uint8Array[]> {
    if (!this.#ended) await this.#inflater.end();
    return this.#inflater.take();
  }

  left(): readonly Uint8Array[] {
    return this.#inflater.take();
  }

  wrong(): string | null {
    return null;
  }

  close(): void {
    this.#inflater.close();
  }
}

/** zstd frames one after the other; memory is that of a frame's window. */
class ZstdDecoder implements Decoder {
  readonly #stream = new ZstdStream();

  push(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    return this.#run(() => this.#stream.push(bytes));
  }

  end(): Promise<readonly Uint8Array[]> {
    return this.#run(() => this.#stream.end());
  }

  left(): readonly Uint8Array[] {
    return this.#stream.take();
  }

  wrong(): string | null {
    return this.#stream.wrong;
  }

  close(): void {
    this.#stream.take();
  }

  #run(step: () => void): Promise<readonly Uint8Array[]> {
    return new Promise((resolve) => {
      step();
      resolve(this.left());
    });
  }
}
