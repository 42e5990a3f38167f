import { BadFormat } from '../row-format';
import type { Pages } from './pages';
import { tablesOf, type Table } from './schema';
import { leavesOf, type Leaf } from './tree';

/** The table whose rows are the records. */
export interface Chosen {
  readonly table: Table;
  readonly leaves: readonly Leaf[];
  /** Names of the tables whose rows are not read. */
  readonly others: readonly string[];
}

/** Tables of trackio that are taken where they hold rows, and columns by which they are told; best first. */
const PREFERRED = [
  { name: 'traces', columns: ['messages', 'metadata', 'step'] },
  { name: 'metrics', columns: ['metrics', 'step'] },
] as const;

/** Chooses trackio's traces, else its metrics, else the table with most rows. `logUnread` is said where there are none. */
export async function chooseTable(pages: Pages, logUnread: boolean, signal?: AbortSignal): Promise<Chosen> {
  const seen = new Set<number>();
  const all = await tablesOf(pages, seen, signal);
  const tables = all.filter(({ text }) => !text.withoutRowid);
  const othersThan = (table: Table): string[] => all.filter((each) => each !== table).map(({ name }) => name);
  for (const { name, columns } of PREFERRED) {
    const table = tables.find((each) => each.name === name && hasAll(each, columns));
    const leaves = table ? await leavesOf(pages, table.root, seen, signal) : [];
    if (table && leaves.length > 0) return { table, leaves, others: othersThan(table) };
  }
  let best: { readonly table: Table; readonly leaves: readonly Leaf[] } | null = null;
  for (const table of tables) {
    if (PREFERRED.some(({ name, columns }) => table.name === name && hasAll(table, columns))) continue;
    const leaves = await leavesOf(pages, table.root, seen, signal);
    if (rowsOf(leaves) > rowsOf(best?.leaves ?? [])) best = { table, leaves };
  }
  if (best) return { ...best, others: othersThan(best.table) };
  throw new BadFormat(`it is an SQLite database${emptyReason(all, tables)}${logUnread ? LOG_REASON : ''}`);
}

export function rowsOf(leaves: readonly Leaf[]): number {
  const last = leaves.at(-1);
  return last ? last.start + last.rows : 0;
}

function hasAll({ text }: Table, names: readonly string[]): boolean {
  return names.every((name) => text.columns.some((column) => column.name === name));
}

function emptyReason(all: readonly Table[], tables: readonly Table[]): string {
  if (all.length === 0) return ' without tables';
  return tables.length < all.length
    ? ' whose only rows are in tables `WITHOUT ROWID`, which are not read; export them (`sqlite3 -header -csv FILE "select * from TABLE"`)'
    : ' whose tables have no rows';
}

const LOG_REASON =
  '; rows still in its write-ahead log (`-wal`) are not read: end the program that writes it, or run `sqlite3 FILE "pragma wal_checkpoint"`';
