import { countWhile } from '../../halving';
import type { ByteSource } from '../byte-source';
import type { Framing, RowPlaces, Span, SpanOptions } from '../framing/framing';

/** Rows of a file that are found by their number, without reading those before them. */
export interface NumberedRows extends RowPlaces {
  spans(source: ByteSource, options: SpanOptions): AsyncIterable<readonly Span[]>;
  spanAt(source: ByteSource, index: number, signal?: AbortSignal): Promise<Span>;
}

/** The framing of a format whose rows are found by their number. */
export function numberedFraming(format: string, rows: NumberedRows): Framing {
  return {
    id: 'rows',
    format,
    rows,
    spans: (from, options = {}) => rows.spans(from, options),
    spanAt: (from, { index }, signal) => rows.spanAt(from, index, signal),
  };
}

/** Rows that stand together: a row group, a record batch, a page. `start` is the number of the first, from 0. */
export interface Block {
  readonly start: number;
  readonly rows: number;
}

/** The block that holds a row, of blocks in the order of their rows; null where none does. */
export function blockOf<B extends Block>(blocks: readonly B[], index: number): B | null {
  const block = blocks[countWhile(blocks, ({ start, rows }) => start + rows <= index)];
  return block && index >= block.start ? block : null;
}

/** Bytes of rows that make a batch of spans. */
export const BATCH_BYTES = 1024 ** 2;

/** Spans of rows that are read one by one, from row `from.index` on, up to row `count`. */
export async function* inBatches(
  count: number,
  { from, signal }: SpanOptions,
  spanOf: (index: number) => Promise<Span>,
): AsyncGenerator<readonly Span[]> {
  let batch: Span[] = [];
  let bytes = 0;
  for (let index = from?.index ?? 0; index < count; index++) {
    signal?.throwIfAborted();
    const span = await spanOf(index);
    batch.push(span);
    bytes += span.bytes.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
