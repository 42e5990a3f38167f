import {
  parquetMetadataAsync,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import type { ByteSource } from '../../byte-source';
import { reasonOf } from '../reason';
import { BadFormat } from '../row-format';
import { parsers } from './parsers';

/** Largest footer that is read, in bytes: that of tens of thousands of row groups. */
const LARGEST_FOOTER = 256 * 1024 ** 2;

/** Most rows of one file that are counted. */
const MOST_ROWS = 500_000_000;

/** A stretch of rows that stand together in the file. */
export interface RowGroup {
  /** Number of the group, and of its first row. */
  readonly number: number;
  readonly start: number;
  readonly rows: number;
  /** Byte range in the file of its columns. */
  readonly byteStart: number;
  readonly byteEnd: number;
  /** Its bytes once unpacked, as the footer says. */
  readonly unpacked: number;
  /** Bytes in the file of its largest column. */
  readonly largest: number;
}

export interface Footer {
  readonly metadata: FileMetaData;
  readonly groups: readonly RowGroup[];
  readonly rows: number;
}

/** Lets hyparquet read a source. */
export function asyncBuffer(source: ByteSource, signal?: AbortSignal): AsyncBuffer {
  return {
    byteLength: source.size,
    slice: async (start, end = source.size) => {
      signal?.throwIfAborted();
      const bytes = await source.read(start, end - start);
      const whole = bytes.byteOffset === 0 && bytes.buffer.byteLength === bytes.length;
      // A buffer's own `slice` does not copy.
      return (whole ? bytes.buffer : new Uint8Array(bytes).buffer) as ArrayBuffer;
    },
  };
}

/** Reads the footer of a Parquet file, by range. Fails with {@link BadFormat}. */
export async function readFooter(source: ByteSource, signal?: AbortSignal): Promise<Footer> {
  const end = Buffer.from(await source.read(Math.max(0, source.size - 8), 8));
  const mark = end.toString('latin1', 4);
  if (mark === 'PARE')
    throw new BadFormat(
      'it is an encrypted Parquet file, which is not read; write it again without encryption',
    );
  if (source.size < 12 || mark !== 'PAR1')
    throw new BadFormat(
      `it is a Parquet file that ends at byte ${source.size} without its footer: the writer was killed before it was done, or the copy is not complete; the rows cannot be found without it, write or copy the file again`,
    );
  const length = end.readUInt32LE(0);
  const bad = footerFault(source.size, length);
  if (length > Math.min(source.size - 12, LARGEST_FOOTER))
    throw bad(`its length, ${length} bytes, does not fit`);
  let metadata;
  let leaves;
  try {
    metadata = await parquetMetadataAsync(asyncBuffer(source, signal), { parsers, geoparquet: false });
    leaves = leavesOf(parquetSchema(metadata));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && 'syscall' in error) throw error;
    throw bad(reasonOf(error));
  }
  checkColumns(metadata, leaves, bad);
  const groups = groupsOf(metadata, source.size, bad);
  return { metadata, groups, rows: groups.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Makes the fault of a footer of `length` bytes, which stands before its length and the mark at the file's end. */
function footerFault(size: number, length: number): (reason: string) => BadFormat {
  const start = size - 8 - length;
  const where = start < 0 ? size - 8 : start;
  return (reason) =>
    new BadFormat(
      `it is a Parquet file whose footer is damaged (${reason}); it stands at byte ${where}; write or copy the file again`,
    );
}

/** The columns of a schema, each as its path; none of two at the top may have the same name. */
function leavesOf(schema: SchemaTree): ReadonlySet<string> {
  const leaves = new Set<string>();
  const open: SchemaTree[] = [schema];
  const tops = new Set(schema.children.map(({ element }) => element.name));
  if (tops.size < schema.children.length) throw new Error('two of its columns have the same name');
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.children.length === 0) leaves.add(JSON.stringify(node.path));
    else open.push(...node.children);
  }
  return leaves;
}

/** Every row group must hold the schema's columns: hyparquet leaves failures of any other unheard. */
function checkColumns(
  { row_groups }: FileMetaData,
  leaves: ReadonlySet<string>,
  bad: (reason: string) => BadFormat,
): void {
  for (const [number, { columns }] of row_groups.entries()) {
    const paths = new Set(columns.map(({ meta_data }) => JSON.stringify(meta_data?.path_in_schema)));
    if (paths.size < columns.length || [...paths].some((path) => !leaves.has(path)))
      throw bad(`row group ${number} holds other columns than the schema names`);
  }
}

/** The groups that hold rows, in order; their places are checked against the file. */
function groupsOf(
  { row_groups }: FileMetaData,
  size: number,
  bad: (reason: string) => BadFormat,
): RowGroup[] {
  const groups: RowGroup[] = [];
  let start = 0;
  for (const [number, { num_rows, columns, total_byte_size }] of row_groups.entries()) {
    const rows = Number(num_rows);
    let byteStart = size;
    let byteEnd = 0;
    let largest = 0;
    for (const { meta_data, file_path } of columns) {
      if (file_path)
        throw new BadFormat(`it is a Parquet file whose rows stand in another (${file_path}); open that one`);
      if (!meta_data) throw bad(`row group ${number} has a column without a place`);
      const from = Number(meta_data.dictionary_page_offset ?? meta_data.data_page_offset);
      const packed = Number(meta_data.total_compressed_size);
      byteStart = Math.min(byteStart, from);
      byteEnd = Math.max(byteEnd, from + packed);
      largest = Math.max(largest, packed);
    }
    if (!(rows >= 0 && start + rows <= MOST_ROWS))
      throw bad(`row group ${number} claims ${rows >= 0 ? rows : 'no number of'} rows`);
    if (rows > 0 && !(byteStart >= 0 && byteStart < byteEnd && byteEnd <= size))
      throw bad(`row group ${number} would stand outside of the file's ${size} bytes`);
    if (rows > 0)
      groups.push({ number, start, rows, byteStart, byteEnd, unpacked: Number(total_byte_size), largest });
    start += rows;
  }
  return groups;
}
