import type { ByteSource } from '../byte-source';
import { chunksOf } from './chunks';
import { mostHeld, START, type Framing, type Span, type SpanOptions } from './framing';
import { Pieces } from './pieces';

const LF = 0x0a;
const CR = 0x0d;

/**
 * One record a line (JSON Lines). A byte order mark is skipped, CRLF counts as one line end, blank lines count as
 * lines but are no records, and a last line without its end is a record.
 */
export const lines: Framing = {
  id: 'lines',
  spans: spansOfLines,
};

async function* spansOfLines(source: ByteSource, options: SpanOptions = {}): AsyncGenerator<readonly Span[]> {
  const from = options.from ?? START;
  const pieces = new Pieces(mostHeld(options), true);
  let { index, line } = from;
  let start = -1;

  const finish = (batch: Span[]): void => {
    const { bytes, length: taken, problem, sketch } = pieces.take();
    if (problem === null && isBlank(bytes)) return;
    const length = bytes.length > 0 && bytes[bytes.length - 1] === CR ? bytes.length - 1 : bytes.length;
    const span: Span = {
      index: index++,
      byteStart: start,
      // One that is too long has no bytes, but a place.
      byteEnd: start + (problem === null ? length : taken),
      line,
      character: 0,
      bytes: length === bytes.length ? bytes : bytes.subarray(0, length),
      problem,
    };
    batch.push(sketch ? { ...span, sketch } : span);
  };

  for await (const { bytes, offset } of chunksOf(source, options)) {
    const batch: Span[] = [];
    let at = 0;
    if (start < 0) start = offset;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, at)) {
      pieces.push(bytes.subarray(at, end));
      finish(batch);
      at = end + 1;
      start = offset + at;
      line++;
    }
    if (at < bytes.length) pieces.push(bytes.subarray(at));
    if (batch.length > 0) yield batch;
  }
  if (pieces.length > 0) {
    const batch: Span[] = [];
    finish(batch);
    if (batch.length > 0) yield batch;
  }
}

/** Zeros are no blanks: a host that lost power left them where lines were to be. */
function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x20 || byte === 0) return false;
  return true;
}
