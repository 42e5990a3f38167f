import type { ByteSource } from '../byte-source';
import type { Framing, Span, SpanOptions } from './framing';

/** A framing of bytes that end too soon, which says so in one more record, broken, after the last that stands there. */
export function tornFraming(framing: Framing, torn: string): Framing {
  // A format with a directory tells by it what is missing.
  if (framing.rows) return framing;
  return { ...framing, spans: (source, options) => spansAndTear(framing, torn, source, options) };
}

async function* spansAndTear(
  framing: Framing,
  torn: string,
  source: ByteSource,
  options?: SpanOptions,
): AsyncGenerator<readonly Span[]> {
  let index = options?.from?.index ?? 0;
  let line = options?.from?.line ?? 0;
  for await (const batch of framing.spans(source, options)) {
    const last = batch.at(-1);
    if (last) {
      index = last.index + 1;
      line = last.line;
    }
    yield batch;
  }
  const { size } = source;
  yield [{ index, byteStart: size, byteEnd: size, line, bytes: new Uint8Array(0), problem: torn }];
}
