import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Cell,
  ColumnInfo,
  ColumnKind,
  Filter,
  PageParams,
  SortKey,
  StorePage,
} from '../../../../core/protocol/store';
import { openRowStore, type OpenedStore, type StoreRequest } from '../../../../core/store/database/open';
import type { KnownFile, RowStore } from '../../../../core/store/database/row-store';
import {
  LIST_SEPARATOR,
  type BatchColumn,
  type RecordedColumn,
  type RowBatch,
} from '../../../../core/store/ingest/batch';

const column = (id: string, kind: ColumnKind): ColumnInfo => ({
  id,
  title: id,
  kind,
  family: 'identity',
  explanation: `The ${id}.`,
  shown: true,
  width: 80,
});

/** A registry of one column of each kind, and those that groups need. */
export const COLUMNS: readonly ColumnInfo[] = [
  column('index', 'integer'),
  column('step', 'integer'),
  column('question', 'text'),
  column('answer', 'text'),
  column('score', 'number'),
  column('em', 'flag'),
  column('searches', 'integer'),
  column('documents', 'integer'),
  column('findings', 'list'),
];

/** A row as a test writes it: what is left out is unknown. Keys with a dot are recorded values. */
export type TestRow = Readonly<Record<string, Cell>>;

export function batchOf(rows: readonly TestRow[], from = 0): RowBatch {
  const numbers = (of: (row: TestRow, at: number) => number): Float64Array => Float64Array.from(rows, of);
  const keys = new Set(rows.flatMap((row) => Object.keys(row).filter((key) => key.startsWith('recorded.'))));
  return {
    rows: rows.length,
    index: numbers((row, at) => Number(row['index'] ?? from + at)),
    sample: numbers((row) => Number(row['sample'] ?? 0)),
    byteStart: numbers((_, at) => (from + at) * 100),
    byteEnd: numbers((_, at) => (from + at) * 100 + 99),
    line: numbers((_, at) => from + at),
    columns: Object.fromEntries(
      COLUMNS.filter(({ id }) => id !== 'index').map(({ id, kind }) => [
        id,
        columnOf(
          kind,
          rows.map((row) => row[id] ?? null),
        ),
      ]),
    ),
    recorded: [...keys].map((key): RecordedColumn => {
      const values = rows.map((row) => row[key] ?? null);
      const known = values.find((value) => value !== null);
      const kind = typeof known === 'number' ? 'number' : typeof known === 'boolean' ? 'flag' : 'text';
      return { key: key.slice('recorded.'.length), kind, column: columnOf(kind, values) };
    }),
    end: { byte: (from + rows.length) * 100, records: from + rows.length, lines: from + rows.length },
    open: false,
    broken: 0,
    faults: [],
  };
}

function columnOf(kind: ColumnKind, values: readonly Cell[]): BatchColumn {
  if (kind === 'text')
    return { kind, values: values.map((value) => (value === null ? null : String(value))) };
  if (kind === 'list')
    return {
      kind,
      values: values.map((value) =>
        Array.isArray(value) && value.length > 0
          ? LIST_SEPARATOR + value.join(LIST_SEPARATOR) + LIST_SEPARATOR
          : null,
      ),
    };
  return { kind, values: Float64Array.from(values, (value) => (value === null ? NaN : Number(value))) };
}

export function fileOf(number: number, reached = 0): KnownFile {
  return {
    number,
    path: `/runs/step_${number}.jsonl`,
    name: `step_${number}.jsonl`,
    size: 1000,
    mtime: 1,
    inode: number,
    head: 'head',
    reached,
    records: 0,
    lines: 0,
    complete: false,
    broken: 0,
    faults: [],
    container: 'jsonl',
    dialect: 'search-r1',
  };
}

/** A folder of caches, and stores in it that are closed with it. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'tracehop-store-'));
  readonly #open: RowStore[] = [];

  async open(request: Partial<StoreRequest> = {}): Promise<OpenedStore> {
    const opened = await openRowStore({
      folder: this.folder,
      key: 'set',
      columns: COLUMNS,
      analyser: '1',
      ...request,
    });
    this.#open.push(opened.store);
    return opened;
  }

  /** A store of its own with the rows in one file. */
  async holding(rows: readonly TestRow[], key = `set-${this.#open.length}`): Promise<RowStore> {
    const { store } = await this.open({ key });
    await store.append(0, { record: 0, line: 0 }, batchOf(rows));
    await store.commit([fileOf(0)]);
    return store;
  }

  async close(store: RowStore): Promise<void> {
    this.#open.splice(this.#open.indexOf(store), 1);
    await store.close();
  }

  async remove(): Promise<void> {
    for (const store of this.#open) await store.close();
    rmSync(this.folder, { recursive: true });
  }
}

export function page(
  store: RowStore,
  {
    filter = null,
    sort = [],
    ...rest
  }: Partial<Omit<PageParams, 'view'>> & { filter?: Filter | null; sort?: SortKey[] } = {},
  signal?: AbortSignal,
): Promise<StorePage> {
  return store.page(
    { view: { filter, sort }, columns: ['index'], snapshot: null, from: 0, count: 100, ...rest },
    signal,
  );
}

/** Records of the rows that pass. */
export async function indices(
  store: RowStore,
  filter: Filter | null,
  sort: SortKey[] = [],
): Promise<number[]> {
  return (await page(store, { filter, sort })).rows.map(({ index }) => index);
}
