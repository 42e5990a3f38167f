import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Database, rowsOf } from '../../host/duckdb/database';
import { IndexError } from '../errors';

/** Where the letters `DUCK` stand in a file of DuckDB's. */
const MAGIC_AT = 8;
const MAGIC = Buffer.from('DUCK');

/** Makes the folder of an index. Fails with {@link IndexError} where something else lies in its place. */
export async function makeFolder(out: string): Promise<void> {
  const there = await stat(out).catch(() => null);
  if (there && !there.isFile()) throw new IndexError(`${out}: it is a folder; name a file`);
  // The user may have named the corpus, or a database of their own: what is overwritten is gone.
  if (there && there.size > 0 && !(await mayBeIndex(out)))
    throw new IndexError(`${out}: it is no index, and would be overwritten; name another file, or remove it`);
  await mkdir(dirname(out), { recursive: true });
}

/** Whether a file is an index, or one that is damaged or of another version. */
async function mayBeIndex(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    await file.read(head, 0, head.length, MAGIC_AT);
    if (!head.equals(MAGIC)) return false;
  } finally {
    await file.close();
  }
  const database = await Database.open();
  try {
    await database.attach(path, 'present', 'read');
    const rows = await database.connected((connection) =>
      rowsOf(connection, `SELECT table_name FROM duckdb_tables() WHERE database_name = 'present'`),
    );
    return rows.length === 0 || rows.some((row) => row['table_name'] === 'meta');
  } catch {
    // What DuckDB cannot open is nobody's database any more.
    return true;
  } finally {
    database.close();
  }
}
