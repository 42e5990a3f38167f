import { randomBytes } from 'node:crypto';
import { openRowStore } from '../../../../core/store/database/open';
import { COLUMNS, batchOf, fileOf, page } from './set';

/** Rows of one batch; a commit comes after each {@link BATCHES}. */
export const ROWS = 1000;
export const BATCHES = 3;

/** What the child says on its output, a JSON line each. */
export type Said =
  | { readonly kind: 'open'; readonly opening: string }
  | { readonly kind: 'appended' | 'committed'; readonly rows: number }
  | {
      readonly kind: 'stopped';
      readonly name: string;
      readonly message: string;
      readonly stopped: string | null;
      readonly rows: number;
      readonly counted: unknown;
      readonly shown: number;
      readonly records: number;
    };

/**
 * A process that fills the cache of a set, named by its arguments, until it is killed or cannot go on; then it says what
 * can still be asked.
 */
async function main(folder: string, key: string): Promise<void> {
  const { store, opening } = await openRowStore({ folder, key, columns: COLUMNS, analyser: '1' });
  say({ kind: 'open', opening });
  let [{ records } = { records: 0 }] = await store.files();
  try {
    for (;;) {
      for (let batch = 0; batch < BATCHES; batch++) {
        await store.append(0, { record: records, line: records }, batchOf(rows(records)));
        records += ROWS;
        say({ kind: 'appended', rows: records });
      }
      await store.commit([{ ...fileOf(0, records * 100), records }]);
      say({ kind: 'committed', rows: records });
    }
  } catch (error) {
    const { name, message } = error as Error;
    const { rows: counted } = await store.sql({
      sql: 'SELECT count(*), count(DISTINCT "index") FROM rollouts',
      count: 1,
    });
    const { rows: shown } = await page(store, {
      sort: [{ column: 'score', descending: true }],
      columns: ['question'],
    });
    const [file] = await store.files();
    const { stopped, rows } = store;
    say({
      kind: 'stopped',
      name,
      message,
      stopped,
      rows,
      counted,
      shown: shown.length,
      records: file?.records ?? 0,
    });
    await store.close();
  }
}

/** Texts that no compression makes small. */
function rows(from: number): { score: number; question: string }[] {
  return Array.from({ length: ROWS }, (_, row) => ({
    score: Math.random(),
    question: `${from + row} ${randomBytes(300).toString('base64')}`,
  }));
}

function say(said: Said): void {
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

const [folder, key] = process.argv.slice(2);
if (folder !== undefined && key !== undefined) void main(folder, key);
