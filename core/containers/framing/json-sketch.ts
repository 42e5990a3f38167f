import { closerOf, isCloser, isOpener } from '../json/brackets';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SMALL_U = 0x75;

/** Bytes that a sketch keeps: of one string, of one member of the outermost value, and of all members. */
export interface SketchLimits {
  readonly string: number;
  readonly member: number;
  readonly all: number;
}

const LIMITS: SketchLimits = { string: 256 * 1024, member: 1024 ** 2, all: 4 * 1024 ** 2 };

/** Bytes between two brackets, commas or strings at most: a number takes some dozen. */
const LONGEST_SCALAR = 1024;

/** A string that is passed: where it begins among the bytes kept, how many more are, and whether others were left out. */
interface KeptString {
  readonly from: number;
  left: number;
  cut: boolean;
}

/** What is kept of a record that is too long to be held. */
export interface Sketch {
  /** JSON with the members of the record, long strings and lists cut; null where the record is not JSON. */
  readonly bytes: Uint8Array | null;
  /** Whether the record only ends too soon. */
  readonly torn: boolean;
}

/**
 * Makes a sketch of one JSON value of any length from its bytes, which come piece by piece: all members of the outermost
 * object or list with their values, of which long strings keep their beginnings, and objects and lists their first
 * elements. Takes the memory of what it keeps, and time linear in the bytes.
 */
export class JsonSketch {
  #kept = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  /** The brackets that are open in the record; what closes them is kept where they are. */
  readonly #closers: number[] = [];
  /** Depth of what is left out until it is closed; 0 where all is kept. */
  #skipped = 0;
  /** Where the member at hand begins, among the bytes kept. */
  #member = 0;
  #string: KeptString | null = null;
  #escaped = false;
  #scalar = 0;
  #ended = false;
  #broken = false;

  constructor(private readonly limits: SketchLimits = LIMITS) {}

  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.#broken;)
      at = this.#string ? this.#passString(this.#string, bytes, at) : this.#passOthers(bytes, at);
  }

  /** The sketch of what came. */
  take(): Sketch {
    const open = this.#closers.length > 0 || this.#string !== null;
    const whole = !this.#broken && !open && this.#ended;
    return {
      bytes: whole ? Buffer.from(this.#kept.subarray(0, this.#length)) : null,
      torn: !this.#broken && !whole,
    };
  }

  /** Goes on inside a string, to behind its closing quote. */
  #passString(string: KeptString, bytes: Buffer, from: number): number {
    let at = from;
    if (this.#escaped) at++;
    const quote = quoteFrom(bytes, at);
    const end = quote < 0 ? bytes.length : quote;
    this.#escaped = quote < 0 && endsEscaped(bytes, at);
    const room = Math.min(end - from, string.left);
    this.#keep(bytes, from, from + room);
    string.left -= room;
    if (!string.cut && room < end - from) {
      string.cut = true;
      this.#trim(string.from);
    }
    if (quote < 0) return bytes.length;
    this.#string = null;
    this.#keep(bytes, quote, quote + 1);
    if (this.#closers.length === 0) this.#ended = true;
    return quote + 1;
  }

  /** Goes on outside strings, to behind the next quote or the end. */
  #passOthers(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20 && byte !== 0) continue;
      // A number or a word is no record that is too long.
      if (this.#ended || (this.#closers.length === 0 && byte !== QUOTE && !isOpener(byte))) {
        this.#broken = true;
        return bytes.length;
      }
      if (byte === QUOTE) {
        this.#scalar = 0;
        this.#keep(bytes, at, at + 1);
        const skipped = this.#skipped > 0 && this.#skipped <= this.#closers.length;
        this.#string = { from: this.#length, left: skipped ? 0 : this.limits.string, cut: skipped };
        return at + 1;
      }
      if (isOpener(byte)) this.#open(bytes, at);
      else if (isCloser(byte)) this.#close(byte, bytes, at);
      else if (byte === COMMA) this.#comma(bytes, at);
      else {
        this.#keep(bytes, at, at + 1);
        if (++this.#scalar > LONGEST_SCALAR) this.#broken = true;
      }
      if (this.#broken) return bytes.length;
    }
    return bytes.length;
  }

  #open(bytes: Buffer, at: number): void {
    this.#scalar = 0;
    this.#closers.push(closerOf(bytes[at] ?? 0));
    this.#keep(bytes, at, at + 1);
    if (this.#closers.length === 1) this.#member = this.#length;
    this.#cutMember();
  }

  #close(closer: number, bytes: Buffer, at: number): void {
    this.#scalar = 0;
    if (this.#closers.pop() !== closer) {
      this.#broken = true;
      return;
    }
    const depth = this.#closers.length;
    if (this.#skipped > depth) {
      // What was left out ends here; its bracket was closed where it was cut. The outermost one was not.
      this.#skipped = 0;
      if (depth === 0) this.#keep(bytes, at, at + 1);
    } else this.#keep(bytes, at, at + 1);
    if (depth === 0) this.#ended = true;
    this.#cutMember();
  }

  #comma(bytes: Buffer, at: number): void {
    this.#scalar = 0;
    if (this.#closers.length === 1) {
      if (this.#length > this.limits.all) this.#skipped = 1;
      this.#member = this.#length;
    }
    this.#cutMember();
    this.#keep(bytes, at, at + 1);
  }

  /** Closes the member at hand where it is long enough: the rest of it is left out. */
  #cutMember(): void {
    const depth = this.#closers.length;
    if (this.#skipped > 0 || depth < 2 || this.#length - this.#member <= this.limits.member) return;
    const closers = Buffer.from(this.#closers.slice(1).reverse());
    this.#keep(closers, 0, closers.length);
    this.#skipped = 2;
  }

  /** Takes half a character, or half an escape, from the end of a string that is cut. */
  #trim(from: number): void {
    let end = this.#length;
    while (end > from && ((this.#kept[end - 1] ?? 0) & 0xc0) === 0x80) end--;
    if (end > from && (this.#kept[end - 1] ?? 0) >= 0xc0) end--;
    else end = this.#length;
    for (let back = 1; back < 6 && end - back >= from; back++) {
      if (this.#kept[end - back] !== BACKSLASH) continue;
      let slash = end - back;
      while (slash > from && this.#kept[slash - 1] === BACKSLASH) slash--;
      const odd = (end - back - slash) % 2 === 0;
      const half = back === 1 || this.#kept[end - back + 1] === SMALL_U;
      if (odd && half) end -= back;
      break;
    }
    this.#length = end;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (this.#skipped > 0 && this.#skipped <= this.#closers.length) return;
    const needed = this.#length + to - from;
    if (needed > this.#kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#kept.length));
      this.#kept.copy(larger, 0, 0, this.#length);
      this.#kept = larger;
    }
    bytes.copy(this.#kept, this.#length, from, to);
    this.#length = needed;
  }
}

/** The first quote at or behind a place that no backslash escapes; -1 where there is none. */
function quoteFrom(bytes: Buffer, from: number): number {
  for (let quote = bytes.indexOf(QUOTE, from); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1))
    if (!endsEscaped(bytes, from, quote)) return quote;
  return -1;
}

/** Whether a backslash before `end` escapes what follows; `from` itself is not escaped. */
function endsEscaped(bytes: Buffer, from: number, end = bytes.length): boolean {
  let slash = end;
  while (slash > from && bytes[slash - 1] === BACKSLASH) slash--;
  return (end - slash) % 2 === 1;
}
