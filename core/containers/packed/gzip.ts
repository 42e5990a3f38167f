import { crcWith } from './crc';
import type { Decoder } from './decoders';
import { gzipHeader, GZIP_MAGIC } from './gzip-header';
import { Inflater } from './inflater';

/** CRC-32 and length of what a member unpacks to. */
const TRAILER = 8;

/** What the next byte belongs to; `between` is what stands behind a member, `behind` what is no gzip any more. */
type State = 'header' | 'body' | 'trailer' | 'between' | 'behind';

/**
 * gzip (RFC 1952), any number of members one after the other. Members are taken apart here, since zlib's own stream gives
 * up what it unpacked last where a member is followed by anything else. Zeros behind a member are padding, as `gzip` has it.
 */
export class GzipDecoder implements Decoder {
  #inflater: Inflater | null = null;
  #state: State = 'header';
  /** Bytes of a header or trailer so far. */
  #kept: Buffer = Buffer.alloc(0);
  #members = 0;
  #crc = 0;
  #size = 0;
  /** Bytes taken, and where the member began. */
  #at = 0;
  #start = 0;
  #pieces: Uint8Array[] = [];
  #wrong: string | null = null;

  async push(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    for (let at = 0; at < bytes.length;) {
      const used = await this.#step(bytes.subarray(at));
      at += used;
      this.#at += used;
    }
    return this.left();
  }

  end(): Promise<readonly Uint8Array[]> {
    if (this.#state === 'between' || this.#state === 'behind') return Promise.resolve(this.left());
    return Promise.reject(new Error('unexpected end of file'));
  }

  left(): readonly Uint8Array[] {
    if (this.#inflater) this.#unpacked(this.#inflater);
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  wrong(): string | null {
    return this.#wrong;
  }

  close(): void {
    this.#inflater?.close();
  }

  /** Takes some of the bytes, and says how many. */
  async #step(bytes: Uint8Array): Promise<number> {
    switch (this.#state) {
      case 'header':
        return this.#header(bytes);
      case 'body':
        return this.#body(bytes);
      case 'trailer':
        return this.#trailer(bytes);
      case 'between':
        return this.#between(bytes);
      case 'behind':
        return bytes.length;
    }
  }

  #header(bytes: Uint8Array): number {
    const before = this.#kept.length;
    this.#kept = Buffer.concat([this.#kept, bytes]);
    const found = gzipHeader(this.#kept);
    if (found === 'open') return bytes.length;
    if (found === 'none') {
      if (this.#members === 0) throw new Error('its header is damaged');
      this.#behind();
      return bytes.length;
    }
    this.#kept = Buffer.alloc(0);
    this.#inflater = new Inflater();
    this.#crc = 0;
    this.#size = 0;
    this.#state = 'body';
    return found - before;
  }

  async #body(bytes: Uint8Array): Promise<number> {
    const inflater = this.#inflater;
    if (!inflater) return bytes.length;
    const { used, ended } = await inflater.push(bytes);
    this.#unpacked(inflater);
    if (!ended) return used;
    inflater.close();
    this.#inflater = null;
    this.#state = 'trailer';
    return used;
  }

  #unpacked(inflater: Inflater): void {
    for (const piece of inflater.take()) {
      this.#crc = crcWith(this.#crc, piece);
      this.#size = (this.#size + piece.length) % 2 ** 32;
      this.#pieces.push(piece);
    }
  }

  #trailer(bytes: Uint8Array): number {
    const used = Math.min(TRAILER - this.#kept.length, bytes.length);
    this.#kept = Buffer.concat([this.#kept, bytes.subarray(0, used)]);
    if (this.#kept.length < TRAILER) return used;
    if (this.#kept.readUInt32LE(0) !== this.#crc || this.#kept.readUInt32LE(4) !== this.#size)
      this.#wrong ??= `the part of it from byte ${this.#start} on has another checksum than it was packed with`;
    this.#kept = Buffer.alloc(0);
    this.#members++;
    this.#state = 'between';
    return used;
  }

  #between(bytes: Uint8Array): number {
    const other = bytes.findIndex((byte) => byte !== 0);
    if (other !== 0) return other < 0 ? bytes.length : other;
    this.#start = this.#at;
    if (bytes[0] === GZIP_MAGIC[0]) this.#state = 'header';
    else this.#behind();
    return 0;
  }

  #behind(): void {
    this.#state = 'behind';
    this.#wrong ??= `its end is at byte ${this.#start}, and what follows is no gzip`;
  }
}
