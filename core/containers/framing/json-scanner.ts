import { Brackets, isCloser, isOpener } from '../json/brackets';
import type { JsonShape } from './json';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** What the scanner tells of a chunk: where records begin and end, as offsets in that chunk. */
export interface ScanEvents {
  /** A record's first byte stands here. */
  begin(at: number): void;
  /** The record ended before this byte. */
  end(at: number): void;
  /** The key that the next record stands under, as written between its quotes. */
  key(piece: Uint8Array): void;
  /** The JSON value is over and other text follows here; nothing more is scanned. */
  junk(at: number): void;
}

type State = 'before' | 'gap' | 'key' | 'value' | 'scalar' | 'after' | 'junk';

/**
 * Finds the records of a JSON value byte by byte, without decoding it. The state lives across chunks; a bracket
 * too many or too few costs the record that it stands in, not the next ones.
 */
export class JsonScanner {
  readonly #shape: JsonShape;
  readonly #events: ScanEvents;
  #state: State;
  readonly #open = new Brackets();
  #inString = false;
  #escaped = false;
  #keyed = false;

  /** `inside` starts at a record instead of at the top of the file. */
  constructor(shape: JsonShape, events: ScanEvents, inside: boolean) {
    this.#shape = shape;
    this.#events = events;
    this.#state = inside || shape === 'single' ? 'gap' : 'before';
    this.#keyed = inside;
  }

  /** Why the file must not end here, or null where it may. */
  get unfinished(): 'inside a record' | 'before the closing bracket' | null {
    if (this.#state === 'value' || (this.#state === 'scalar' && this.#shape !== 'single'))
      return 'inside a record';
    return this.#state === 'after' || this.#state === 'junk' || this.#shape === 'single'
      ? null
      : 'before the closing bracket';
  }

  scan(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#inString) at = this.#passString(bytes, at);
      else if (this.#state === 'value') at = this.#passValue(bytes, at);
      else at = this.#step(bytes, at);
    }
  }

  /** Goes on inside a string to the byte after its closing quote, or to the end of the chunk. */
  #passString(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      let slash = end;
      while (slash > at && bytes[slash - 1] === BACKSLASH) slash--;
      const escaped = (end - slash) % 2 === 1;
      if (quote < 0) {
        this.#escaped = escaped;
        if (this.#state === 'key') this.#events.key(bytes.subarray(from));
        return bytes.length;
      }
      at = quote + 1;
      if (escaped) continue;
      this.#inString = false;
      if (this.#state === 'key') {
        this.#events.key(bytes.subarray(from, quote));
        this.#keyed = true;
        this.#state = 'gap';
      } else if (this.#state === 'value' && this.#open.depth === 0) this.#close(at);
      return at;
    }
  }

  /** Goes on inside an object or array record until a string begins or the record ends. */
  #passValue(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        this.#inString = true;
        return at + 1;
      }
      if (isOpener(byte)) this.#open.push(byte);
      else if (isCloser(byte) && this.#open.close(byte)) {
        this.#close(at + 1);
        return at + 1;
      }
    }
    return bytes.length;
  }

  #close(at: number): void {
    this.#events.end(at);
    this.#keyed = false;
    this.#state = this.#shape === 'single' ? 'after' : 'gap';
  }

  /** One byte outside strings and outside object or array records. */
  #step(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (this.#state === 'scalar') return this.#stepScalar(byte, at);
    if (byte <= 0x20) return at + 1;
    if (this.#state === 'after') {
      this.#state = 'junk';
      this.#events.junk(at);
      return bytes.length;
    }
    if (this.#state === 'junk') return bytes.length;
    if (this.#state === 'before') {
      this.#state = 'gap';
      return at + 1;
    }
    if (this.#shape !== 'single') {
      if (byte === COMMA || byte === COLON) return at + 1;
      if (isCloser(byte)) {
        this.#state = 'after';
        return at + 1;
      }
      if (this.#shape === 'map' && !this.#keyed && byte === QUOTE) {
        this.#state = 'key';
        this.#inString = true;
        return at + 1;
      }
    }
    return this.#beginRecord(byte, at);
  }

  #beginRecord(byte: number, at: number): number {
    this.#events.begin(at);
    this.#open.clear();
    this.#inString = byte === QUOTE;
    this.#state = byte === QUOTE || isOpener(byte) ? 'value' : 'scalar';
    if (isOpener(byte)) this.#open.push(byte);
    return at + 1;
  }

  /** A number, a literal or garbage: it ends at a comma, a closing bracket or a line end. */
  #stepScalar(byte: number, at: number): number {
    if (this.#shape === 'single' || !(byte === COMMA || isCloser(byte) || byte === 0x0a)) return at + 1;
    this.#close(at);
    return at;
  }
}
