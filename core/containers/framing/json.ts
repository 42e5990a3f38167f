import type { ByteSource } from '../byte-source';
import { chunksOf } from './chunks';
import { mostHeld, START, type Cursor, type Framing, type Span, type SpanOptions } from './framing';
import { JsonScanner } from './json-scanner';
import { LineCounter } from './line-counter';
import { Pieces, type Collected } from './pieces';

/** `array`: a record an element. `map`: a record a value of one object. `single`: the value is the only record. */
export type JsonShape = 'array' | 'map' | 'single';

/** Bytes of text after the JSON value that are kept to show what follows. */
const JUNK_BYTES = 256;

/** Cuts one JSON value of any size into records. */
export function jsonFraming(shape: JsonShape): Framing {
  return { id: 'json', spans: (source, options = {}) => spansOfJson(shape, source, options, false) };
}

/** The spans of the elements of a list inside a JSON value; the first stands at `first`. What follows the list is left. */
export function spansInList(
  source: ByteSource,
  first: Cursor,
  options: SpanOptions = {},
): AsyncGenerator<readonly Span[]> {
  const from = options.from && options.from.byte > first.byte ? options.from : first;
  return spansOfJson('array', source, { ...options, from }, true);
}

async function* spansOfJson(
  shape: JsonShape,
  source: ByteSource,
  options: SpanOptions,
  inner: boolean,
): AsyncGenerator<readonly Span[]> {
  const cutter = new Cutter(shape, source.size, options, inner);
  for await (const { bytes, offset } of chunksOf(source, options)) {
    const batch = cutter.cut(bytes, offset);
    if (batch.length > 0) yield batch;
  }
  const last = cutter.finish();
  if (last) yield [last];
}

/** Turns the scanner's events into spans. */
class Cutter {
  readonly #size: number;
  readonly #scanner: JsonScanner;
  readonly #counter: LineCounter;
  readonly #pieces: Pieces;
  readonly #keys: Uint8Array[] = [];
  #batch: Span[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #offset: number;
  #index: number;
  #counted = 0;
  #begun = -1;
  #start: { byte: number; line: number; character: number } | null = null;

  /** `inner` leaves out what follows the list. */
  constructor(
    shape: JsonShape,
    size: number,
    options: SpanOptions,
    private readonly inner: boolean,
  ) {
    const from = options.from ?? START;
    this.#size = size;
    this.#pieces = new Pieces(mostHeld(options), true);
    this.#index = from.index;
    this.#offset = from.byte;
    this.#counter = new LineCounter(from.line, from.character);
    this.#scanner = new JsonScanner(shape, this.#events(), from.byte > 0);
  }

  cut(bytes: Buffer, offset: number): Span[] {
    this.#batch = [];
    this.#bytes = bytes;
    this.#offset = offset;
    this.#counted = 0;
    if (this.#start) this.#begun = 0;
    this.#scanner.scan(bytes);
    if (this.#start) this.#pieces.push(bytes.subarray(this.#begun));
    this.#countTo(bytes.length);
    return this.#batch;
  }

  /** What is left at the end of the file: a record that was cut off, or the missing bracket. */
  finish(): Span | null {
    const unfinished = this.#scanner.unfinished;
    if (unfinished === null && !this.#start) return null;
    const torn = `the file ends ${unfinished ?? ''}: the writer was probably killed mid-write`;
    const start = this.#start ?? {
      byte: this.#size,
      line: this.#counter.line,
      character: this.#counter.character,
    };
    return this.#span(start, this.#pieces.take(), unfinished === null ? null : torn);
  }

  #events(): ConstructorParameters<typeof JsonScanner>[1] {
    return {
      begin: (at) => {
        this.#countTo(at);
        const { line, character } = this.#counter;
        this.#start = { byte: this.#offset + at, line, character };
        this.#begun = at;
      },
      end: (at) => {
        this.#pieces.push(this.#bytes.subarray(this.#begun, at));
        const collected = this.#pieces.take();
        if (this.#start) this.#batch.push(this.#span(this.#start, collected, null));
        this.#start = null;
      },
      key: (piece) => this.#keys.push(Buffer.from(piece)),
      junk: (at) => {
        if (this.inner) return;
        this.#countTo(at);
        const { line, character } = this.#counter;
        const byte = this.#offset + at;
        const problem = `${this.#size - byte} bytes of other text follow the end of the JSON value`;
        const shown = this.#bytes.subarray(at, at + JUNK_BYTES);
        const junk = { bytes: shown, length: shown.length, problem };
        this.#batch.push(this.#span({ byte, line, character }, junk, null));
      },
    };
  }

  #countTo(at: number): void {
    this.#counter.pass(this.#bytes.subarray(this.#counted, at));
    this.#counted = at;
  }

  /** The span of what was collected; `torn` is what is wrong beside its length. */
  #span(
    start: { byte: number; line: number; character: number },
    { bytes: raw, length: taken, problem, sketch }: Collected,
    torn: string | null,
  ): Span {
    const bytes = withoutTrailingBlanks(raw);
    // One that is too long has no bytes, but a place.
    const length = raw.length < taken ? taken : bytes.length;
    const { byte, line, character } = start;
    const key = this.#keys.length > 0 ? { key: keyOf(this.#keys.splice(0)) } : {};
    const place = { index: this.#index++, byteStart: byte, byteEnd: byte + length, line, character };
    return { ...place, bytes, problem: problem ?? torn, ...key, ...(sketch ? { sketch } : {}) };
  }
}

/** The key as a JSON string says it; as written where its escapes are broken. */
function keyOf(pieces: readonly Uint8Array[]): string {
  const written = Buffer.concat(pieces).toString('utf8');
  try {
    return String(JSON.parse(`"${written}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return written;
    throw error;
  }
}

function withoutTrailingBlanks(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}
