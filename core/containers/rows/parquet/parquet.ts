import { parquetReadObjects } from 'hyparquet';
import type { ByteSource } from '../../byte-source';
import type { Framing, Span, SpanOptions } from '../../framing/framing';
import type { RecordPlace } from '../../../trace/model';
import { blockOf, numberedFraming, type NumberedRows } from '../numbered';
import { reasonOf } from '../reason';
import type { RowFormat } from '../row-format';
import { compressors } from './compressors';
import { asyncBuffer, readFooter, type Footer, type RowGroup } from './footer';
import { jsonOfValue } from './json';
import { withPagesChecked } from './pages';
import { parsers } from './parsers';

/** Parquet: the footer is read by range, then rows group by group. */
export const parquet: RowFormat = {
  id: 'parquet',
  recognise: (head) => /^PAR[1E]$/.test(head.toString('latin1', 0, 4)),
  async framing(source, _head, signal): Promise<Framing> {
    return numberedFraming('parquet', new ParquetRows(await readFooter(source, signal)));
  },
};

/** Unpacked bytes of rows that are held at a time, as far as the footer tells. */
const WINDOW_BYTES = 16 * 1024 ** 2;

/** Rows that are read at a time at most. */
const WINDOW_ROWS = 10_000;

/** Largest column of a row group that is held in memory, in bytes of the file. */
const LARGEST_COLUMN = 1024 ** 3;

/** Some rows of one group, read and written as JSON. */
interface Window {
  readonly start: number;
  readonly rows: readonly string[];
  readonly problem: string | null;
}

class ParquetRows implements NumberedRows {
  /** The window read last: neighbours are asked for one after the other. */
  #last: Window | null = null;

  constructor(private readonly footer: Footer) {}

  get count(): number {
    return this.footer.rows;
  }

  at(index: number): RecordPlace | null {
    const group = this.#groupOf(index);
    return group && { index, byteStart: group.byteStart, byteEnd: group.byteEnd, line: index };
  }

  /** Spans from row `from.index` on, a window a batch. A group that cannot be read is one span with its problem. */
  async *spans(source: ByteSource, { from, signal }: SpanOptions): AsyncGenerator<readonly Span[]> {
    let index = from?.index ?? 0;
    for (let group = this.#groupOf(index); group; group = this.#groupOf(index)) {
      signal?.throwIfAborted();
      const window = await this.#window(source, group, index, signal);
      if (window.problem !== null) {
        yield [this.#span(group, index, window)];
        index = group.start + group.rows;
      } else {
        const batch: Span[] = [];
        for (; index < window.start + window.rows.length; index++)
          batch.push(this.#span(group, index, window));
        yield batch;
      }
    }
  }

  async spanAt(source: ByteSource, index: number, signal?: AbortSignal): Promise<Span> {
    const group = this.#groupOf(index);
    if (!group) throw new RangeError(`there is no row ${index}`);
    return this.#span(group, index, await this.#window(source, group, index, signal));
  }

  #span({ byteStart, byteEnd }: RowGroup, index: number, { start, rows, problem }: Window): Span {
    const bytes = Buffer.from(rows[index - start] ?? '', 'utf8');
    return { index, byteStart, byteEnd, line: index, bytes, problem, made: true };
  }

  #groupOf(index: number): RowGroup | null {
    return blockOf(this.footer.groups, index);
  }

  async #window(source: ByteSource, group: RowGroup, index: number, signal?: AbortSignal): Promise<Window> {
    const last = this.#last;
    if (last && index >= last.start && index < last.start + last.rows.length) return last;
    const window = await this.#read(source, group, index, signal);
    this.#last = window;
    return window;
  }

  async #read(source: ByteSource, group: RowGroup, index: number, signal?: AbortSignal): Promise<Window> {
    const rows = Math.max(
      1,
      Math.min(WINDOW_ROWS, Math.floor(WINDOW_BYTES / (group.unpacked / group.rows))) || 1,
    );
    const start = index - ((index - group.start) % rows);
    const end = Math.min(start + rows, group.start + group.rows);
    if (group.largest > LARGEST_COLUMN) return { start, rows: [], problem: tooLarge(group) };
    try {
      const read = await parquetReadObjects({
        file: withPagesChecked(asyncBuffer(source, signal), this.footer.metadata, group.number),
        metadata: this.footer.metadata,
        rowStart: start,
        rowEnd: end,
        compressors,
        parsers,
        utf8: false,
        geoparquet: false,
        useOffsetIndex: true,
      });
      return { start, rows: read.map(jsonOfValue), problem: null };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Error && 'syscall' in error) throw error;
      return { start, rows: [], problem: unreadableGroup(group, error) };
    }
  }
}

function rowsOf({ start, rows, number }: RowGroup): string {
  return `rows ${start} to ${start + rows - 1} (row group ${number})`;
}

function tooLarge(group: RowGroup): string {
  const gigabytes = (group.largest / 1024 ** 3).toFixed(1);
  return `${rowsOf(group)} have a column of ${gigabytes} GB, which would be held in memory; write the table with smaller row groups (\`pyarrow.parquet.write_table(table, path, row_group_size=1000)\`)`;
}

function unreadableGroup(group: RowGroup, error: unknown): string {
  return `${rowsOf(group)} cannot be read (${reasonOf(error)}); they stand in bytes ${group.byteStart} to ${group.byteEnd}, the other row groups are read; write or copy the file again`;
}
