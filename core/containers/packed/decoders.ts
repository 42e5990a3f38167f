import { Decompress } from 'fzstd';
import { createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib';

/** Undoes a compression piece by piece. */
export interface Decoder {
  /** Takes compressed bytes and gives what they unpack to. Rejects where they are no sound stream. */
  push(bytes: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Told that nothing follows. Rejects where the stream is not at its end. */
  end(): Promise<readonly Uint8Array[]>;
  /** What came out before a call rejected. */
  left(): readonly Uint8Array[];
  /** Frees what the decoder holds; nothing is called after it. */
  close(): void;
}

/** What a stream of bytes is compressed with; `deflate` is zip's, without a header. */
export type Coding = 'gzip' | 'zstd' | 'deflate';

export function decoderFor(coding: Coding): Decoder {
  if (coding === 'zstd') return new ZstdDecoder();
  return new ZlibDecoder(coding === 'gzip' ? createGunzip() : createInflateRaw());
}

/** gzip (any number of members one after the other) and raw deflate. */
class ZlibDecoder implements Decoder {
  readonly #stream: Gunzip | InflateRaw;
  #pieces: Uint8Array[] = [];
  #failed: Error | null = null;
  /** Told of an error: a stream that fails never calls back for the write it failed in. */
  #reject: ((error: Error) => void) | null = null;

  constructor(stream: Gunzip | InflateRaw) {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => this.#pieces.push(bytes));
    stream.on('error', (error) => {
      this.#failed = error;
      this.#reject?.(error);
    });
  }

  push(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    return this.#wait((done) => this.#stream.write(bytes, done));
  }

  end(): Promise<readonly Uint8Array[]> {
    return this.#wait((done) => {
      this.#stream.once('end', done);
      this.#stream.end();
    });
  }

  left(): readonly Uint8Array[] {
    return this.#take();
  }

  close(): void {
    this.#stream.destroy();
  }

  /** What a step of the stream brought, which may be handed over a turn after it is done. */
  #wait(step: (done: () => void) => void): Promise<readonly Uint8Array[]> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#failed) reject(this.#failed);
      else step(() => setImmediate(() => resolve(this.#take())));
    });
  }

  #take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

/** zstd frames one after the other; memory is that of a frame's window. */
class ZstdDecoder implements Decoder {
  #pieces: Uint8Array[] = [];
  readonly #stream = new Decompress((bytes) => this.#pieces.push(bytes));

  push(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    return this.#run(() => void this.#stream.push(bytes, false));
  }

  end(): Promise<readonly Uint8Array[]> {
    return this.#run(() => void this.#stream.push(new Uint8Array(0), true));
  }

  left(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  close(): void {
    this.#pieces = [];
  }

  #run(step: () => void): Promise<readonly Uint8Array[]> {
    return new Promise((resolve) => {
      step();
      resolve(this.left());
    });
  }
}
