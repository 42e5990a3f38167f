import { unzstd } from '../../packed/zstd-stream';
import { bounded, Damaged } from './damaged';
import type { Table } from './flatbuffer';
import { unpackLz4Frame } from './lz4-frame';

/** Largest body of a batch that is held in memory, in bytes, packed or not. */
export const LARGEST_BODY = 1024 ** 3;

/** Most bytes that one byte can be unpacked to, by codec: an LZ4 length byte is 255, a zstd block of 4 bytes 128 KB. */
const RATIOS = [256, 32_768];

/** Rows that a batch may claim although its body has no bit for each of them: such of nothing but nulls. */
const MOST_BARE_ROWS = 1_000_000;

export type Codec = 'lz4' | 'zstd' | null;

/** What a batch says of itself (RecordBatch of Message.fbs). */
export interface BatchHead {
  readonly rows: number;
  readonly codec: Codec;
  readonly nodes: readonly (readonly bigint[])[];
  readonly buffers: readonly (readonly bigint[])[];
  readonly variadic: readonly (readonly bigint[])[];
}

/** The number of rows that a batch of `columns` with a body of `bodyLength` bytes claims. */
export function rowsOf(batch: Table, bodyLength: number, columns: number): number {
  const perByte = batch.table(3) ? 8 * 32_768 : 8;
  const rows = bounded(batch.int64(0), Math.max(MOST_BARE_ROWS, perByte * bodyLength), 'its number of rows');
  const nodes = batch.int64s(1, 2);
  const first = nodes[0]?.[0];
  if (nodes.length < columns) throw new Damaged('it has fewer columns than the schema');
  if (first !== undefined && first !== BigInt(rows))
    throw new Damaged(`it would have ${rows} rows of ${first} values`);
  return rows;
}

export function headOf(batch: Table, bodyLength: number): BatchHead {
  const compression = batch.table(3);
  const codec = compression ? compression.uint8(0) : null;
  if (codec !== null && codec > 1) throw new Damaged(`it is packed with an unknown codec, ${codec}`);
  return {
    rows: rowsOf(batch, bodyLength, 0),
    codec: codec === null ? null : codec === 0 ? 'lz4' : 'zstd',
    nodes: batch.int64s(1, 2),
    buffers: batch.int64s(2, 2),
    variadic: batch.int64s(4, 1),
  };
}

/** Hands out the parts of a batch in the order in which the columns take them, each held to the body. */
export class Body {
  #node = 0;
  #buffer = 0;
  #variadic = 0;
  #unpacked = 0;

  constructor(
    private readonly head: BatchHead,
    private readonly bytes: Uint8Array,
  ) {}

  /** Number of values of the next column. */
  length(): number {
    const node = this.head.nodes[this.#node++];
    if (!node) throw new Damaged('it has fewer columns than the schema');
    return bounded(node[0] ?? 0n, Number.MAX_SAFE_INTEGER, 'the length of a column');
  }

  /** Number of values of the next column, which takes no bytes for each: of nulls, or of runs. */
  bareLength(): number {
    const length = this.length();
    if (length > Math.max(MOST_BARE_ROWS, this.head.rows))
      throw new Damaged(`a column without bytes would have ${length} values`);
    return length;
  }

  variadic(): number {
    return bounded(
      this.head.variadic[this.#variadic++]?.[0] ?? 0n,
      this.head.buffers.length,
      'a count of buffers',
    );
  }

  /** The next buffer, unpacked; `least` is the number of bytes that must be in it. */
  buffer(least = 0): DataView {
    const place = this.head.buffers[this.#buffer++];
    if (!place) throw new Damaged('it has fewer buffers than its columns need');
    const offset = bounded(place[0] ?? 0n, this.bytes.length, 'the place of a buffer');
    const length = bounded(place[1] ?? 0n, this.bytes.length - offset, 'the length of a buffer');
    const bytes = this.#unpack(this.bytes.subarray(offset, offset + length));
    if (bytes.length < least) throw new Damaged(`a buffer has ${bytes.length} bytes instead of ${least}`);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** A packed buffer begins with its length once unpacked; -1 says that it is not packed. */
  #unpack(bytes: Uint8Array): Uint8Array {
    const { codec } = this.head;
    if (codec === null || bytes.length === 0) return bytes;
    const claimed = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigInt64(0, true);
    const packed = bytes.subarray(8);
    if (claimed === -1n) return packed;
    const most = Math.min(
      LARGEST_BODY - this.#unpacked,
      packed.length * (RATIOS[codec === 'lz4' ? 0 : 1] ?? 1),
    );
    const length = bounded(claimed, most, 'the length of a buffer');
    this.#unpacked += length;
    if (length === 0) return new Uint8Array(0);
    return codec === 'lz4' ? unpackLz4Frame(packed, length) : unzstd(packed, length);
  }
}
