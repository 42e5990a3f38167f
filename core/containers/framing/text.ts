import type { ByteSource } from '../byte-source';
import { chunksOf } from './chunks';
import { START, type Framing, type Span, type SpanOptions } from './framing';
import { LineCounter } from './line-counter';
import { Pieces } from './pieces';
import type { TextLayout } from './text-layout';

const LF = 0x0a;

/**
 * Cuts plain text into rollouts where its layout says that one begins. Blank lines between them belong to none, nor what
 * the layout says does not.
 */
export function textFraming(layout: TextLayout): Framing {
  return { id: 'text', spans: (source, options = {}) => spansOfText(layout, source, options) };
}

async function* spansOfText(
  layout: TextLayout,
  source: ByteSource,
  options: SpanOptions,
): AsyncGenerator<readonly Span[]> {
  const cutter = new TextCutter(layout, options);
  const line = new Pieces();
  for await (const { bytes, offset } of chunksOf(source, options)) {
    cutter.begin(offset);
    let at = 0;
    for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, at)) {
      line.push(bytes.subarray(at, lf + 1));
      cutter.line(line.take().bytes);
      at = lf + 1;
    }
    if (at < bytes.length) line.push(bytes.subarray(at));
    const batch = cutter.batch();
    if (batch.length > 0) yield batch;
  }
  cutter.line(line.take().bytes);
  cutter.end();
  const batch = cutter.batch();
  if (batch.length > 0) yield batch;
}

/** Gathers lines into records. */
class TextCutter {
  readonly #layout: TextLayout;
  readonly #counter: LineCounter;
  #index: number;
  #byte: number;
  readonly #record: Pieces;
  #start: { byte: number; line: number; character: number };
  #batch: Span[] = [];
  #begun = false;
  /** Whether the bytes at hand belong to no record. */
  #outside: boolean;
  /** What the lines so far say of the records after them, and what was known when this record began. */
  #key: string | undefined;
  #recordKey: string | undefined;
  /** The end of the last line, kept back while it might be a header whose next line decides. */
  #held: Buffer | null = null;

  constructor(layout: TextLayout, options: SpanOptions) {
    const from = options.from ?? START;
    this.#layout = layout;
    this.#record = new Pieces(options.longest);
    this.#counter = new LineCounter(from.line, from.character);
    this.#index = from.index;
    this.#byte = from.byte;
    this.#start = { byte: from.byte, line: from.line, character: from.character };
    this.#key = from.key;
    this.#recordKey = from.key;
    this.#outside = layout.skipsHead === true && from.byte === 0;
  }

  /** The first chunk tells where text begins (after a byte order mark). */
  begin(offset: number): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#byte = offset;
    this.#start = { ...this.#start, byte: offset };
  }

  batch(): readonly Span[] {
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }

  line(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const text = this.#held
      ? Buffer.concat([this.#held, bytes])
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#held = null;
    this.#cut(text, false);
  }

  end(): void {
    if (this.#held) {
      const held = this.#held;
      this.#held = null;
      this.#cut(held, true);
    }
    this.#finish();
  }

  #cut(text: Buffer, last: boolean): void {
    if (this.#layout.keysAtBreaks !== true) this.#learn(text);
    let from = 0;
    let at = this.#layout.next(text, 0);
    while (at >= 0) {
      const open = !this.#outside && this.#record.length + at > from;
      const verdict = this.#layout.begins(text, at, last, open);
      if (verdict === 'undecided') {
        this.#append(text.subarray(from, at));
        this.#held = text.subarray(at);
        return;
      }
      if (verdict !== 'no') {
        if (this.#layout.keysAtBreaks === true) this.#learn(text.subarray(at, endOfLine(text, at)));
        this.#append(text.subarray(from, at));
        this.#finish();
        this.#outside = verdict === 'end';
        from = at;
      }
      if (verdict === 'line') {
        from = endOfLine(text, at);
        this.#append(text.subarray(at, from));
        this.#finish();
        this.#outside = true;
      }
      at = this.#layout.next(text, at + 1);
    }
    this.#append(text.subarray(from));
  }

  /** Takes in what a line says of the records after it. */
  #learn(line: Buffer): void {
    const key = this.#layout.keyIn?.(line, this.#key);
    if (key !== undefined && key !== null) this.#key = key;
  }

  #append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#counter.pass(bytes);
    this.#byte += bytes.length;
    if (this.#outside || (this.#record.length === 0 && isBlank(bytes))) this.#restart();
    else this.#record.push(bytes);
  }

  #finish(): void {
    const { bytes: raw, length, problem } = this.#record.take();
    const bytes = withoutBlankLines(raw);
    if (bytes.length > 0 || problem !== null) {
      const { byte, line, character } = this.#start;
      // One that is too long has no bytes, but a place.
      const byteEnd = byte + (problem === null ? bytes.length : length);
      const place = { index: this.#index++, byteStart: byte, byteEnd, line, character };
      const key = this.#recordKey === undefined ? {} : { key: this.#recordKey };
      this.#batch.push({ ...place, bytes, problem, ...key });
    }
    this.#restart();
  }

  #restart(): void {
    this.#start = { byte: this.#byte, line: this.#counter.line, character: this.#counter.character };
    this.#recordKey = this.#key;
  }
}

/** Offset after the line end that follows `at`, or of the text's end. */
function endOfLine(text: Buffer, at: number): number {
  const lf = text.indexOf(LF, at);
  return lf < 0 ? text.length : lf + 1;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= 0x20);
}

/** Cuts the last line's end and the blank lines after it; blanks at the end of the last line stay. */
function withoutBlankLines(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  const lf = bytes.indexOf(LF, end);
  if (lf < 0) return bytes;
  return bytes.subarray(0, bytes[lf - 1] === 0x0d ? lf - 1 : lf);
}
