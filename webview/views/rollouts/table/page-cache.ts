import { PAGE_ROWS, type Cell, type StoreRow } from '../../../../core/protocol/store';
import type { RolloutAddress } from '../../../../core/protocol/rollout-uri';

/** Pages that are kept: 3,000 rows of some KB. */
export const MOST_PAGES = 30;

/** Rows as the store, or the files, sent them. */
export interface RowsOf {
  readonly columns: readonly string[];
  readonly rows: readonly StoreRow[];
  readonly files: Readonly<Record<number, string>>;
}

/** One rollout of the table. */
export interface TableRow extends RolloutAddress {
  /** The value of a column; undefined where the column was not asked for with this row. */
  readonly cell: (column: string) => Cell | undefined;
}

interface Page {
  readonly places: ReadonlyMap<string, number>;
  readonly rows: readonly TableRow[];
}

/** Pages by number, the least used of them dropped when there are too many. */
export class PageCache {
  /** In order of use, the last used one last. */
  readonly #pages = new Map<number, Page>();

  constructor(private readonly most = MOST_PAGES) {}

  get size(): number {
    return this.#pages.size;
  }

  /** Keeps the rows of some pages, from the beginning of the first on. */
  putAll(first: number, { columns, rows, files }: RowsOf): void {
    for (let at = 0; at === 0 || at * PAGE_ROWS < rows.length; at++)
      this.put(first + at, { columns, rows: rows.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS), files });
  }

  /** Keeps the rows of one page. */
  put(page: number, rows: RowsOf): void {
    this.#pages.delete(page);
    this.#pages.set(page, pageOf(rows));
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.most) break;
      this.#pages.delete(oldest);
    }
  }

  /** Whether a page is there with all of some columns. */
  has(page: number, columns: readonly string[]): boolean {
    const held = this.#pages.get(page);
    return held !== undefined && columns.every((column) => held.places.has(column));
  }

  row(position: number): TableRow | undefined {
    return this.#pages.get(Math.floor(position / PAGE_ROWS))?.rows[position % PAGE_ROWS];
  }

  /** Counts pages as used, so that others are dropped first. */
  use(pages: readonly number[]): void {
    for (const page of pages) {
      const held = this.#pages.get(page);
      if (!held) continue;
      this.#pages.delete(page);
      this.#pages.set(page, held);
    }
  }
}

/** Numbers of the pages that hold some rows. */
export function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(from / PAGE_ROWS);
  const count = to > from ? Math.floor((to - 1) / PAGE_ROWS) - first + 1 : 0;
  return Array.from({ length: count }, (_, at) => first + at);
}

function pageOf({ columns, rows, files }: RowsOf): Page {
  const places = new Map(columns.map((column, at) => [column, at]));
  return {
    places,
    rows: rows.map(({ file, index, sample, values }) => ({
      file: files[file] ?? '',
      index,
      sample,
      cell: (column) => {
        const at = places.get(column);
        return at === undefined ? undefined : (values[at] ?? null);
      },
    })),
  };
}
