import type { ByteSource } from '../../byte-source';
import type { Framing, Span, SpanOptions } from '../../framing/framing';
import type { RecordPlace } from '../../../trace/model';
import { jsonOfValue } from '../parquet/json';
import { BATCH_BYTES, blockOf, numberedFraming, type NumberedRows } from '../numbered';
import { reasonOf } from '../reason';
import type { RowFormat } from '../row-format';
import { Body, headOf } from './body';
import { Meter, type Column } from './column';
import { columnOf } from './columns';
import { Damaged } from './damaged';
import { DictionaryReader } from './dictionaries';
import { FILE_MAGIC, readLayout, rowsSaid, type Batch, type Layout } from './layout';
import { readMessage } from './messages';

/** First bytes of a stream. */
const STREAM_MAGIC = '\u00ff\u00ff\u00ff\u00ff';

/**
 * Arrow's IPC format (https://arrow.apache.org/docs/format/Columnar.html): streams, as `save_to_disk` of Hugging
 * Face's `datasets` writes them, and files (Feather, second version). Messages are found by their metadata, rows read
 * a record batch at a time.
 */
export const arrow: RowFormat = {
  id: 'arrow',
  recognise(head) {
    const start = head.toString('latin1', 0, FILE_MAGIC.length);
    return start === FILE_MAGIC || start.startsWith(STREAM_MAGIC);
  },
  async framing(source, _head, signal): Promise<Framing> {
    return numberedFraming('arrow', new ArrowRows(await readLayout(source, signal)));
  },
};

/** Rows of one batch, read. */
interface Read {
  readonly batch: Batch;
  readonly columns: readonly (readonly [string, Column])[];
  readonly problem: string | null;
}

class ArrowRows implements NumberedRows {
  /** The batch read last: neighbours are asked for one after the other. */
  #last: Read | null = null;
  readonly #meter = new Meter();
  readonly #dictionaries: DictionaryReader;

  constructor(private readonly layout: Layout) {
    this.#dictionaries = new DictionaryReader(layout.dictionaries, this.#meter);
  }

  get count(): number {
    return this.layout.rows;
  }

  at(index: number): RecordPlace | null {
    const batch = this.#batchOf(index);
    return batch && { index, byteStart: batch.byteStart, byteEnd: batch.byteEnd, line: index };
  }

  /** Spans from row `from.index` on. A batch that cannot be read is one span with its problem. */
  async *spans(source: ByteSource, { from, signal }: SpanOptions): AsyncGenerator<readonly Span[]> {
    let index = from?.index ?? 0;
    for (let batch = this.#batchOf(index); batch; batch = this.#batchOf(index)) {
      const end = batch.start + batch.rows;
      const read = await this.#read(source, batch, signal);
      if (read.problem !== null) {
        yield [this.#span(read, index)];
        index = end;
      }
      while (index < end) {
        signal?.throwIfAborted();
        const spans: Span[] = [];
        for (let bytes = 0; index < end && bytes < BATCH_BYTES; index++) {
          const span = this.#span(read, index);
          spans.push(span);
          bytes += span.bytes.length + 1;
        }
        yield spans;
      }
    }
  }

  async spanAt(source: ByteSource, index: number, signal?: AbortSignal): Promise<Span> {
    const batch = this.#batchOf(index);
    if (!batch) throw new RangeError(`there is no row ${index}`);
    return this.#span(await this.#read(source, batch, signal), index);
  }

  #span({ batch, columns, problem }: Read, index: number): Span {
    const { byteStart, byteEnd, start } = batch;
    const place = { index, byteStart, byteEnd, line: index, made: true };
    if (problem !== null) return { ...place, bytes: new Uint8Array(0), problem };
    try {
      this.#meter.reset();
      const row = Object.fromEntries(columns.map(([name, column]) => [name, column.at(index - start)]));
      return { ...place, bytes: Buffer.from(jsonOfValue(row), 'utf8'), problem: null };
    } catch (error) {
      return { ...place, bytes: new Uint8Array(0), problem: unreadable(batch, index, 1, error) };
    }
  }

  #batchOf(index: number): Batch | null {
    return blockOf(this.layout.batches, index);
  }

  async #read(source: ByteSource, batch: Batch, signal?: AbortSignal): Promise<Read> {
    signal?.throwIfAborted();
    if (this.#last?.batch === batch) return this.#last;
    const read = await this.#made(source, batch);
    this.#last = read;
    return read;
  }

  async #made(source: ByteSource, batch: Batch): Promise<Read> {
    if (batch.problem !== null) return { batch, columns: [], problem: batch.problem };
    try {
      const dictionaries = await this.#dictionaries.after(source, batch.dictionaries);
      const { header, body } = await readMessage(source, batch);
      const parts = new Body(headOf(header, body.length), body);
      const making = { meter: this.#meter, dictionary: dictionaries.of };
      const columns = this.layout.fields.map((field): readonly [string, Column] => {
        const column = columnOf(field, parts, making);
        if (column.length !== batch.rows)
          throw new Damaged(`column \`${field.name}\` has ${column.length} values for ${batch.rows} rows`);
        return [field.name, column];
      });
      return { batch, columns, problem: null };
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error;
      return { batch, columns: [], problem: unreadable(batch, batch.start, batch.rows, error) };
    }
  }
}

function unreadable({ byteStart, byteEnd }: Batch, start: number, rows: number, error: unknown): string {
  return `${rowsSaid(start, rows)} cannot be read (${reasonOf(error)}); their batch stands in bytes ${byteStart} to ${byteEnd}, the other rows are read; write or copy the file again`;
}
