import type { DuckDBDataChunk, DuckDBType, DuckDBVector } from '@duckdb/node-api';
import type { DuckDbModule } from '../../host/duckdb/load';
import type { BatchColumn, RowBatch } from '../ingest/batch';
import { storedColumns, storedName, type Layout, type StoredColumn, type StoredType } from './layout';

/** Rows that DuckDB takes at a time. */
export const CHUNK_ROWS = 2048;

/** Numbers (NaN for unknown) or texts of one stored column for the rows of a batch; null where it has none. */
type Values = Float64Array | readonly (string | null)[] | null;

/** Where the rows of a batch are to go. */
export interface BatchPlace {
  readonly file: number;
  readonly record: number;
  readonly line: number;
  /** Number of the first row. */
  readonly row: number;
}

/** Values of each stored column for a batch, by its name. A column of another kind than the table's is an error of ours. */
export function batchValues(layout: Layout, place: BatchPlace, batch: RowBatch): ReadonlyMap<string, Values> {
  const { rows } = batch;
  const values = new Map<string, Values>([
    ['row', Float64Array.from({ length: rows }, (_, at) => place.row + at)],
    ['file', new Float64Array(rows).fill(place.file)],
    ['idx', batch.index.map((index) => index + place.record)],
    ['sample', batch.sample],
    ['line', batch.line.map((line) => line + place.line)],
    ['byte_start', batch.byteStart],
    ['byte_end', batch.byteEnd],
  ]);
  for (const { id, kind } of layout.registry) {
    const column = Object.hasOwn(batch.columns, id) ? batch.columns[id] : undefined;
    if (column && column.kind !== kind)
      throw new TypeError(`the column ${id} is ${kind}, and a batch brings it as ${column.kind}`);
    values.set(storedName(id), column?.values ?? null);
  }
  for (const { key, kind, column } of batch.recorded) {
    const at = layout.recorded.find((known) => known.key === key);
    if (!at) continue;
    if (at.first === kind) values.set(at.name, column.values);
    else values.set(at.mixed ?? at.name, asTexts(column));
  }
  return values;
}

/** As JavaScript writes them: `1`, `0.5`, `true`. */
function asTexts(column: BatchColumn): readonly (string | null)[] {
  if (column.kind === 'text' || column.kind === 'list') return column.values;
  const flag = column.kind === 'flag';
  return Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return null;
    return flag ? String(value !== 0) : String(value);
  });
}

/** The rows `from`… of a batch. */
export interface ChunkPart {
  readonly values: ReadonlyMap<string, Values>;
  readonly from: number;
  readonly count: number;
}

/** One chunk that is used again and again: a fresh one for each append is never given back while the transaction lasts. */
export class Chunk {
  readonly #chunk: DuckDBDataChunk;
  readonly #columns: readonly StoredColumn[];

  constructor({ DuckDBDataChunk: Data, INTEGER, DOUBLE, VARCHAR }: DuckDbModule, layout: Layout) {
    const types: Record<StoredType, DuckDBType> = { INTEGER, DOUBLE, VARCHAR };
    this.#columns = storedColumns(layout);
    this.#chunk = Data.create(this.#columns.map(({ type }) => types[type]));
  }

  /** Fills in the rows of some parts, at most {@link CHUNK_ROWS} together. The chunk is good until the next call. */
  filled(parts: readonly ChunkPart[]): DuckDBDataChunk {
    this.#chunk.reset();
    this.#chunk.rowCount = parts.reduce((sum, { count }) => sum + count, 0);
    for (const [column, { name }] of this.#columns.entries()) {
      const vector = this.#chunk.getColumnVector(column);
      let at = 0;
      for (const { values, from, count } of parts) {
        fill(vector, at, values.get(name) ?? null, from, count);
        at += count;
      }
      vector.flush();
    }
    return this.#chunk;
  }
}

interface Items {
  readonly items: { set(values: Float64Array, at: number): void };
}

function fill(vector: DuckDBVector, at: number, values: Values, from: number, count: number): void {
  if (values instanceof Float64Array) {
    const part = values.subarray(from, from + count);
    (vector as DuckDBVector & Items).items.set(part, at);
    for (let row = 0; row < count; row++) if (Number.isNaN(part[row])) vector.setItem(at + row, null);
  } else {
    for (let row = 0; row < count; row++) vector.setItem(at + row, values?.[from + row] ?? null);
  }
}
