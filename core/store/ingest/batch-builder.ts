import type { Cell } from '../../protocol/store';
import type { Column, RowSource } from '../columns/column';
import { unreadCell } from '../columns/unread';
import { eachRecorded, MOST_RECORDED, type RecordedValue } from '../columns/recorded-values';
import {
  LIST_SEPARATOR,
  MOST_FAULTS,
  type BatchColumn,
  type RecordedColumn,
  type RowBatch,
  type StretchFault,
  type StretchPlace,
} from './batch';

/** Rows of a batch, and UTF-16 characters of its texts, from which on it is sent. */
export const MOST_BATCH_ROWS = 2_048;
const MOST_CHARACTERS = 1_000_000;

/** A column while it is filled: one of the two lists. */
interface Filling {
  readonly column: Column;
  numbers: number[];
  texts: (string | null)[];
}

/** Gathers rows column by column. A record's rows stay together, so a batch may be longer than it should. */
export class BatchBuilder {
  readonly #columns: readonly Filling[];
  readonly #places: Record<'index' | 'sample' | 'byteStart' | 'byteEnd' | 'line', number[]> = {
    index: [],
    sample: [],
    byteStart: [],
    byteEnd: [],
    line: [],
  };
  #recorded = new Map<string, (RecordedValue | undefined)[]>();
  #rows = 0;
  #characters = 0;
  #broken = 0;
  #faults: StretchFault[] = [];

  constructor(columns: readonly Column[]) {
    this.#columns = columns.map((column) => ({ column, numbers: [], texts: [] }));
  }

  get rows(): number {
    return this.#rows;
  }

  /** Whether the rows are to be sent before more are added. */
  get full(): boolean {
    return this.#rows >= MOST_BATCH_ROWS || this.#characters >= MOST_CHARACTERS;
  }

  /** Adds a row; `index` and `line` count from the beginning of the stretch. */
  add(source: RowSource, index: number, line: number): void {
    const { rollout, entry } = source;
    const places = this.#places;
    places.index.push(index);
    places.sample.push(rollout.sample);
    places.byteStart.push(entry.place.byteStart);
    places.byteEnd.push(entry.place.byteEnd);
    places.line.push(line);
    for (const { column, numbers, texts } of this.#columns) {
      const cell = entry.sketched ? unreadCell(column, source) : column.of(source);
      if (column.kind === 'text' || column.kind === 'list') {
        const text = column.kind === 'list' ? listed(cell) : typeof cell === 'string' ? ownCopy(cell) : null;
        texts.push(text);
        this.#characters += text?.length ?? 0;
      } else numbers.push(numeric(cell));
    }
    const row = this.#rows++;
    eachRecorded(rollout.recorded, (key, value) => {
      let values = this.#recorded.get(key);
      if (!values) {
        if (this.#recorded.size >= MOST_RECORDED) return;
        this.#recorded.set(key, (values = []));
      }
      // Rows before that lack the key leave a hole, which reads as undefined.
      values[row] = typeof value === 'string' ? ownCopy(value) : value;
      if (typeof value === 'string') this.#characters += value.length;
    });
  }

  /** Counts a record that cannot be read; the first of them are told. */
  addFault({ byte, message }: StretchFault): void {
    this.#broken++;
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ byte, message });
  }

  /** The rows so far as a batch; begins anew. `end` is where the stretch stands behind them. */
  take(end: StretchPlace, open = false): RowBatch {
    const rows = this.#rows;
    const { index, sample, byteStart, byteEnd, line } = this.#places;
    const columns: Record<string, BatchColumn> = {};
    const numbers = new Numbers(
      rows,
      Object.keys(this.#places).length + this.#columns.length + this.#recorded.size,
    );
    for (const filling of this.#columns) {
      const { id, kind } = filling.column;
      columns[id] =
        kind === 'text' || kind === 'list'
          ? { kind, values: filling.texts }
          : { kind, values: numbers.column(filling.numbers) };
      filling.texts = [];
      filling.numbers.length = 0;
    }
    const batch: RowBatch = {
      rows,
      index: numbers.column(index),
      sample: numbers.column(sample),
      byteStart: numbers.column(byteStart),
      byteEnd: numbers.column(byteEnd),
      line: numbers.column(line),
      columns,
      recorded: Array.from(this.#recorded, ([key, values]) => recordedColumn(key, values, rows, numbers)),
      end,
      open,
      broken: this.#broken,
      faults: this.#faults,
    };
    for (const place of Object.values(this.#places)) place.length = 0;
    this.#recorded = new Map();
    this.#rows = 0;
    this.#characters = 0;
    this.#broken = 0;
    this.#faults = [];
    return batch;
  }
}

/** The numbers of a batch, column after column in one buffer: sending sixty costs more than making a few rows. */
class Numbers {
  readonly #all: Float64Array;
  #next = 0;

  constructor(
    private readonly rows: number,
    columns: number,
  ) {
    this.#all = new Float64Array(rows * columns);
  }

  column(values: readonly number[]): Float64Array {
    const column = this.#all.subarray(this.#next, (this.#next += this.rows));
    column.set(values);
    return column;
  }
}

/**
 * A text that keeps no other one alive: a piece of a rollout's text would hold all of it in memory until its batch is sent,
 * which is most of what reading costs. Joining and cutting makes the engine copy the piece.
 */
function ownCopy(text: string): string {
  return text.length < SHORT ? text : ` ${text}`.slice(1);
}

/** Pieces below this many characters are copied anyway (V8's `SlicedString::kMinLength`). */
const SHORT = 13;

function numeric(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'boolean' ? Number(cell) : NaN;
}

function listed(cell: Cell): string | null {
  if (!Array.isArray(cell) || cell.length === 0) return null;
  const texts = (cell as readonly string[]).map((text) => text.replaceAll(LIST_SEPARATOR, ''));
  return LIST_SEPARATOR + texts.join(LIST_SEPARATOR) + LIST_SEPARATOR;
}

/** A column of recorded values: of numbers or flags where all are, else of texts. */
function recordedColumn(
  key: string,
  values: readonly (RecordedValue | undefined)[],
  rows: number,
  packed: Numbers,
): RecordedColumn {
  const every = (type: string): boolean =>
    values.every((value) => value === undefined || typeof value === type);
  const kind = every('number') ? 'number' : every('boolean') ? 'flag' : 'text';
  if (kind === 'text') {
    const texts = Array.from({ length: rows }, (_, row) => {
      const value = values[row];
      return value === undefined ? null : String(value);
    });
    return { key, kind, column: { kind, values: texts } };
  }
  const numbers = Array.from({ length: rows }, (_, row) => {
    const value = values[row];
    return value === undefined ? NaN : Number(value);
  });
  return { key, kind, column: { kind, values: packed.column(numbers) } };
}

/** The buffers of a batch, which go to another thread without being copied. */
export function buffersOf({
  index,
  sample,
  byteStart,
  byteEnd,
  line,
  columns,
  recorded,
}: RowBatch): ArrayBuffer[] {
  const arrays = [index, sample, byteStart, byteEnd, line];
  for (const { values } of [...Object.values(columns), ...recorded.map(({ column }) => column)])
    if (values instanceof Float64Array) arrays.push(values);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
