import { checkWindow } from './zstd-window';

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** Longest header of a frame, with its magic number. */
const LONGEST_HEADER = 18;

/** What a stretch of bytes is to the frame that it stands in. */
export interface FramePart {
  readonly bytes: Uint8Array;
  /** Set where the frame ends with it: the checksum of what the frame unpacks to, null where it has none. */
  readonly end: { readonly checksum: number | null } | null;
}

/** What the next bytes are. Every one but `behind` is read in full before the next is known. */
type State = 'magic' | 'header' | 'block' | 'content' | 'checksum' | 'skip-size' | 'skipped' | 'behind';

/** Finds the frames in a zstd stream that comes piece by piece (RFC 8878, 3.1), without unpacking them. */
export class ZstdFrames {
  #state: State = 'magic';
  /** Bytes that are left of what the state names. */
  #left = 4;
  /** Bytes of the frame's header or of another number so far. */
  #kept = Buffer.alloc(LONGEST_HEADER);
  #filled = 0;
  #checked = false;
  #last = false;
  #frames = 0;
  #at = 0;

  /** Byte at which the stream's frames end and something else begins; null where nothing does. */
  behind: number | null = null;

  /** Whether the stream may end here. */
  get whole(): boolean {
    return this.#frames > 0 && (this.#state === 'behind' || (this.#state === 'magic' && this.#filled === 0));
  }

  /** Cuts bytes into parts of frames; fails with an `Error` where there is no frame, and as {@link checkWindow} does. */
  *parts(bytes: Uint8Array): Generator<FramePart> {
    let start = 0;
    for (let at = 0; at < bytes.length;) {
      if (this.#state === 'behind') return;
      const used = Math.min(this.#left, bytes.length - at);
      if (this.#state !== 'content' && this.#state !== 'skipped') {
        this.#kept.set(bytes.subarray(at, at + used), this.#filled);
        this.#filled += used;
      }
      at += used;
      this.#at += used;
      this.#left -= used;
      const before = this.#state;
      // A block may be empty.
      const ended = this.#left === 0 ? this.#next() : null;
      if (before === 'magic' || before === 'skip-size' || before === 'skipped') {
        start = at;
        if (before === 'magic' && this.#state === 'header') yield { bytes: MAGIC, end: null };
      }
      if (ended) {
        yield { bytes: bytes.subarray(start, at), end: ended };
        start = at;
      }
    }
    if (start < bytes.length && this.#inFrame) yield { bytes: bytes.subarray(start), end: null };
  }

  get #inFrame(): boolean {
    return ['header', 'block', 'content', 'checksum'].includes(this.#state);
  }

  /** Goes on behind what the state names; what ends a frame comes back. */
  #next(): FramePart['end'] {
    switch (this.#state) {
      case 'magic':
        this.#begin(this.#kept.readUInt32LE(0));
        return null;
      case 'header':
        return this.#header();
      case 'block':
        return this.#block();
      case 'content':
        return this.#last ? this.#afterBlocks() : this.#go('block', 3);
      case 'checksum':
        return this.#endFrame(this.#kept.readUInt32LE(0));
      case 'skip-size': {
        const size = this.#kept.readUInt32LE(0);
        return size === 0 ? this.#go('magic', 4) : this.#go('skipped', size);
      }
      case 'skipped':
        return this.#go('magic', 4);
      case 'behind':
        return null;
    }
  }

  #go(state: State, left: number): null {
    this.#state = state;
    this.#left = left;
    this.#filled = 0;
    return null;
  }

  #begin(magic: number): void {
    if (magic === FRAME) {
      this.#state = 'header';
      this.#left = 1;
      this.#kept.fill(0, this.#filled);
    } else if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) this.#go('skip-size', 4);
    else if (this.#frames === 0) throw new Error('it does not begin with a frame');
    else {
      this.behind = this.#at - 4;
      this.#go('behind', 0);
    }
  }

  #header(): null {
    const descriptor = this.#kept.readUInt8(4);
    const single = (descriptor & 0x20) !== 0;
    const sizes = [single ? 1 : 0, 2, 4, 8];
    const rest = (single ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + (sizes[descriptor >> 6] ?? 0);
    if (this.#filled < 5 + rest) {
      this.#left = 5 + rest - this.#filled;
      return null;
    }
    checkWindow(this.#kept);
    this.#checked = (descriptor & 4) !== 0;
    return this.#go('block', 3);
  }

  #block(): FramePart['end'] {
    const header = this.#kept.readUIntLE(0, 3);
    this.#last = (header & 1) !== 0;
    const type = (header >> 1) & 3;
    if (type === 3) throw new Error('a block of it is of an unknown type');
    // A block of one byte again and again holds that byte alone.
    const size = type === 1 ? 1 : header >> 3;
    if (size > 0) return this.#go('content', size);
    return this.#last ? this.#afterBlocks() : this.#go('block', 3);
  }

  #afterBlocks(): FramePart['end'] {
    return this.#checked ? this.#go('checksum', 4) : this.#endFrame(null);
  }

  #endFrame(checksum: number | null): FramePart['end'] {
    this.#frames++;
    this.#go('magic', 4);
    return { checksum };
  }
}

const MAGIC = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd]);
