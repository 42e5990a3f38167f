import { BadFormat } from '../row-format';
import { passOver, type Pass } from './cell';
import { tableText, type TableText } from './create-table';
import type { Pages } from './pages';
import { LeafRows } from './table';
import { leavesOf } from './tree';

/** A table of a database. */
export interface Table {
  readonly name: string;
  readonly root: number;
  readonly text: TableText;
}

/** Most entries of a schema that are read: tables, indexes, views and triggers. */
const MOST_ENTRIES = 10_000;

/** Reads `sqlite_schema`: the tables in the order of their making, those of SQLite itself left out. */
export async function tablesOf(pages: Pages, seen: Set<number>, signal?: AbortSignal): Promise<Table[]> {
  const tables: Table[] = [];
  const pass = passOver(pages, signal);
  for (const leaf of await leavesOf(pages, 1, seen, signal)) {
    if (leaf.problem !== null) throw damaged(leaf.problem);
    if (leaf.start + leaf.rows > MOST_ENTRIES) throw damaged(`more than ${MOST_ENTRIES} entries`);
    const rows = await LeafRows.read(pages, leaf);
    for (let cell = 0; cell < leaf.rows; cell++) {
      const table = tableOf(await entryOf(rows, cell, pass));
      if (table) tables.push(table);
    }
  }
  return tables;
}

async function entryOf(rows: LeafRows, cell: number, pass: Pass): Promise<readonly unknown[]> {
  try {
    return (await rows.row(cell, pass)).values;
  } catch (error) {
    throw error instanceof BadFormat ? damaged(`entry ${cell}: ${error.message}`) : error;
  }
}

/** A table with pages of its own; null for indexes, views, triggers and virtual tables. */
function tableOf([type, name, , root, sql]: readonly unknown[]): Table | null {
  if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number' || typeof sql !== 'string')
    return null;
  if (root === 0 || name.startsWith('sqlite_')) return null;
  const text = tableText(sql);
  return text && { name, root, text };
}

function damaged(what: string): BadFormat {
  return new BadFormat(
    `it is an SQLite database whose list of tables is damaged (${what}); it begins at byte 0 with page 1; export what is left (\`sqlite3 FILE .recover\`)`,
  );
}
