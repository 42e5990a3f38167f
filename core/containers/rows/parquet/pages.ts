import type { AsyncBuffer, ColumnMetaData, FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { BadFormat } from '../row-format';

/** Bits of a byte: a page of a dictionary cannot have more values than bits. */
const BITS = 8;

/**
 * Reads a file for hyparquet, and holds the headers of the pages of a row group to what the footer says of them. The
 * library makes room for as many values as a header claims: a damaged one would have it fill billions.
 */
export function withPagesChecked(file: AsyncBuffer, metadata: FileMetaData, group: number): AsyncBuffer {
  const chunks = (metadata.row_groups[group]?.columns ?? []).flatMap(({ meta_data }) => meta_data ?? []);
  return {
    byteLength: file.byteLength,
    async slice(start, end = file.byteLength) {
      const bytes = await file.slice(start, end);
      for (const chunk of chunks) {
        const from = startOf(chunk);
        if (from < start || from >= end) continue;
        const length = Math.min(Number(chunk.total_compressed_size), start + bytes.byteLength - from);
        if (length > 0) checkPages(new DataView(bytes, from - start, length), chunk, from);
      }
      return bytes;
    },
  };
}

/** A number of a header, which may have none. */
function said(number: unknown): string {
  return typeof number === 'number' ? String(number) : 'no number of';
}

function startOf({ dictionary_page_offset, data_page_offset }: ColumnMetaData): number {
  return Number(dictionary_page_offset ?? data_page_offset);
}

function checkPages(view: DataView, chunk: ColumnMetaData, start: number): void {
  const most = Number(chunk.num_values);
  const unpacked = Number(chunk.total_uncompressed_size);
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength - 1) {
    const at = start + reader.offset;
    const bad = (what: string): BadFormat => new BadFormat(`the page at byte ${at} would have ${what}`);
    const header = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: whole } = header;
    if (!(packed >= 0)) throw bad(`${said(packed)} bytes`);
    if (!(whole >= 0 && whole <= unpacked)) throw bad(`${said(whole)} unpacked bytes`);
    const values = (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0;
    if (!(values >= 0 && values <= most)) throw bad(`${values} values`);
    const nulls = header.data_page_header_v2?.num_nulls ?? 0;
    if (!(nulls >= 0 && nulls <= values)) throw bad(`${nulls} values that are missing, of ${values}`);
    const listed = header.dictionary_page_header?.num_values ?? 0;
    if (!(listed >= 0 && listed <= BITS * whole)) throw bad(`${listed} values`);
    // A slice may end inside of its last page.
    reader.offset += packed;
  }
}
