import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { rowsOf, type Database } from '../../host/duckdb/database';
import type { DuckDbModule } from '../../host/duckdb/load';
import type { RowBatch } from '../ingest/batch';
import { batchValues, Chunk, CHUNK_ROWS, type ChunkPart } from './chunks';
import { CACHE, FILES, growthFor, layoutOf, ROLLOUTS, type Growth } from './layout';
import type { KnownFile } from './row-store';
import { writeFiles, writeState, type Place, type TableState } from './state';
import type { RowsFrom, RowTable } from './tables';

/** The appender holds what it is given outside of the memory that is limited, until it is flushed: at 200,000 rows by itself. */
const FLUSH_ROWS = 8192;

/** What a commit brought. */
export interface Committed {
  readonly state: TableState;
  /** Whether rows were taken out, so that numbers of rows kept elsewhere may name none. */
  readonly removed: boolean;
}

/**
 * Writes the table: one transaction at a time, which begins with the first change and ends with {@link commit} or
 * {@link rollBack}. Its methods must not overlap.
 */
export class Writer {
  /** With what the open transaction changed. */
  #state: TableState;
  #open = false;
  #removed = false;
  #appender: DuckDBAppender | null = null;
  #chunk: Chunk;
  /** Rows that the appender holds. */
  #held = 0;
  /** What is to go into the next chunk, and how many rows it has. */
  #parts: ChunkPart[] = [];
  #gathered = 0;

  private constructor(
    private readonly duckdb: DuckDbModule,
    private readonly connection: DuckDBConnection,
    private readonly table: RowTable,
    private committed: TableState,
  ) {
    this.#state = committed;
    this.#chunk = new Chunk(duckdb, committed.layout);
  }

  static async open(
    duckdb: DuckDbModule,
    database: Database,
    table: RowTable,
    state: TableState,
  ): Promise<Writer> {
    return new Writer(duckdb, await database.connect(), table, state);
  }

  async append(file: number, base: { record: number; line: number }, batch: RowBatch): Promise<void> {
    if (batch.rows === 0) return;
    await this.#begin();
    const growth = growthFor(this.#state.layout.recorded, batch.recorded);
    if (growth) await this.#grow(growth);
    const { layout, next } = this.#state;
    this.#appender ??= await this.connection.createAppender(this.table.name, 'main', CACHE);
    const values = batchValues(layout, { file, ...base, row: next }, batch);
    for (let from = 0; from < batch.rows; from += CHUNK_ROWS)
      this.#gather({ values, from, count: Math.min(CHUNK_ROWS, batch.rows - from) });
    if (this.#held >= FLUSH_ROWS) {
      this.#held = 0;
      this.#appender.flushSync();
    }
    this.#state = {
      ...this.#state,
      rows: this.#state.rows + batch.rows,
      next: next + batch.rows,
      ...order(this.#state, file, base.record, batch),
    };
  }

  async forget(files: readonly number[]): Promise<void> {
    if (files.length === 0) return;
    await this.#remove(files.map((file) => ({ file, record: 0 })));
    const list = files.map((file) => Math.trunc(file)).join(', ');
    await this.connection.run(`DELETE FROM ${FILES} WHERE number IN (${list})`);
    const kept = new Map(this.#state.files);
    for (const file of files) kept.delete(file);
    this.#state = { ...this.#state, files: kept };
  }

  /** What is known of the file stays as it was until it is told anew, with the rows that take their place. */
  forgetFrom(file: number, record: number): Promise<void> {
    return this.#remove([{ file, record }]);
  }

  async commit(files: readonly KnownFile[]): Promise<Committed> {
    await this.#begin();
    this.#endAppending();
    const known = new Map(this.#state.files);
    for (const file of files) known.set(file.number, file);
    const state = { ...this.#state, files: known };
    await writeFiles(this.connection, files);
    await writeState(this.connection, state);
    await this.connection.run('COMMIT');
    this.table.settle(true);
    this.#open = false;
    const removed = this.#removed;
    this.#removed = false;
    this.#state = this.committed = state;
    return { state, removed };
  }

  /** Undoes what was not committed. Never rejects: it is called where something failed already. */
  async rollBack(): Promise<void> {
    const appender = this.#appender;
    this.#appender = null;
    this.#parts = [];
    this.#gathered = 0;
    try {
      appender?.clear();
      appender?.closeSync();
    } catch {
      // What it still held could not be written, and is not to be.
    }
    try {
      if (this.#open) await this.connection.run('ROLLBACK');
    } catch {
      // The failure that led here ended the transaction, or the database.
    }
    this.table.settle(false);
    this.#open = false;
    this.#removed = false;
    if (this.#state.layout !== this.committed.layout)
      this.#chunk = new Chunk(this.duckdb, this.committed.layout);
    this.#state = this.committed;
  }

  async close(): Promise<void> {
    await this.rollBack();
    this.connection.closeSync();
  }

  async #begin(): Promise<void> {
    if (this.#open) return;
    await this.connection.run('BEGIN');
    this.#open = true;
  }

  /** Rows of small files come in few at a time; a chunk of few takes as long as one of many. */
  #gather(part: ChunkPart): void {
    if (this.#gathered + part.count > CHUNK_ROWS) this.#appendGathered();
    this.#parts.push(part);
    this.#gathered += part.count;
  }

  #appendGathered(): void {
    if (this.#gathered === 0) return;
    this.#appender?.appendDataChunk(this.#chunk.filled(this.#parts));
    this.#held += this.#gathered;
    this.#parts = [];
    this.#gathered = 0;
  }

  #endAppending(): void {
    this.#appendGathered();
    const appender = this.#appender;
    this.#appender = null;
    appender?.flushSync();
    appender?.closeSync();
  }

  async #remove(from: readonly RowsFrom[]): Promise<void> {
    await this.#begin();
    this.#endAppending();
    const removed = await this.table.remove(this.connection, from);
    const rows = this.#state.rows - removed;
    this.#removed ||= removed > 0;
    this.#state = { ...this.#state, rows, ...(await this.#lastOf(rows)) };
  }

  async #grow({ recorded, added }: Growth): Promise<void> {
    this.#endAppending();
    await this.table.grow(this.connection, added);
    const before = this.#state.layout;
    const layout = layoutOf(before.registry, { recorded, added: [...before.added, ...added] });
    this.#state = { ...this.#state, layout };
    this.#chunk = new Chunk(this.duckdb, layout);
  }

  async #lastOf(rows: number): Promise<Pick<TableState, 'ordered' | 'last'>> {
    if (rows === 0) return { ordered: true, last: null };
    const [row] = await rowsOf(
      this.connection,
      `SELECT file, idx, sample FROM ${ROLLOUTS} WHERE row = (SELECT max(row) FROM ${ROLLOUTS})`,
    );
    const last: Place = [Number(row?.['file']), Number(row?.['idx']), Number(row?.['sample'])];
    return { ordered: this.#state.ordered, last };
  }
}

/** Whether a table stays in the order of file, record and sample when a batch is put behind it. */
function order(
  { ordered, last }: TableState,
  file: number,
  record: number,
  { rows, index, sample }: RowBatch,
): Pick<TableState, 'ordered' | 'last'> {
  const placeAt = (row: number): Place => [file, (index[row] ?? 0) + record, sample[row] ?? 0];
  let still = ordered && (last === null || before(last, placeAt(0)));
  for (let row = 1; still && row < rows; row++) still = before(placeAt(row - 1), placeAt(row));
  return { ordered: still, last: placeAt(rows - 1) };
}

function before(one: Place, other: Place): boolean {
  for (const part of [0, 1, 2] as const) if (one[part] !== other[part]) return one[part] < other[part];
  return false;
}
