import { randomBytes } from 'node:crypto';
import type { CachePlace } from '../../../../core/protocol/store';
import { openRowStore } from '../../../../core/store/database/open';
import type { RowStore } from '../../../../core/store/database/row-store';
import { StoreMoved } from '../../../../core/store/database/trouble';
import { COLUMNS, batchOf, fileOf, page } from './set';

/** Rows of one batch; a commit comes after each {@link BATCHES}. */
export const ROWS = 1000;
export const BATCHES = 3;

/** What the child says on its output, a JSON line each. */
export type Said =
  | {
      readonly kind: 'open';
      readonly opening: string;
      readonly message: string | null;
      readonly place: CachePlace['kind'];
      readonly rows: number;
    }
  | { readonly kind: 'appended' | 'committed'; readonly rows: number }
  | Told;

/** What a failure says, and what can be asked after it. */
export interface Told {
  readonly kind: 'failed' | 'ended';
  readonly name: string;
  readonly message: string;
  readonly stopped: string | null;
  readonly place: CachePlace;
  readonly rows: number;
  readonly counted: unknown;
  /** Records of the best scores, and how many there are in the order of the files. */
  readonly shown: number;
  readonly inOrder: number;
  readonly records: number;
}

/** What it is to do, as a JSON argument. */
export interface Wish {
  readonly folder: string;
  readonly key: string;
  readonly memory?: number;
  /** Commits after rows went elsewhere; until nothing can be added where nothing is said. */
  readonly after?: number;
}

/**
 * A process that fills the cache of a set until it is killed or cannot go on; where it is told that rows go elsewhere, it
 * adds again what was taken back.
 */
async function main({ folder, key, memory, after = Infinity }: Wish): Promise<void> {
  const { store, opening, message } = await openRowStore({
    folder,
    key,
    columns: COLUMNS,
    analyser: '1',
    ...(memory !== undefined && { memory }),
  });
  say({ kind: 'open', opening, message, place: store.place.kind, rows: store.rows });
  for (let moved = false; ;) {
    try {
      await fill(store, moved ? after : Infinity);
      say(await told('ended', store, new Error('')));
      break;
    } catch (error) {
      say(await told('failed', store, error as Error));
      if (!(error instanceof StoreMoved)) break;
      moved = true;
    }
  }
  await store.close();
}

async function fill(store: RowStore, commits: number): Promise<void> {
  let [{ records } = { records: 0 }] = await store.files();
  for (let commit = 0; commit < commits; commit++) {
    for (let batch = 0; batch < BATCHES; batch++) {
      await store.append(0, { record: records, line: records }, batchOf(rows(records)));
      records += ROWS;
      say({ kind: 'appended', rows: records });
    }
    await store.commit([{ ...fileOf(0, records * 100), records }]);
    say({ kind: 'committed', rows: records });
  }
}

async function told(kind: Told['kind'], store: RowStore, { name, message }: Error): Promise<Told> {
  const { rows: counted } = await store.sql({
    sql: 'SELECT count(*), count(DISTINCT "index"), max("index") FROM rollouts',
    count: 1,
  });
  const { rows: shown } = await page(store, {
    sort: [{ column: 'score', descending: true }],
    columns: ['question'],
  });
  let inOrder = 0;
  for await (const places of store.places(null))
    for (const { index } of places) if (index === inOrder) inOrder++;
  const [file] = await store.files();
  const { stopped, rows, place } = store;
  const records = file?.records ?? 0;
  return { kind, name, message, stopped, place, rows, counted, shown: shown.length, inOrder, records };
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

const [wish] = process.argv.slice(2);
if (wish !== undefined) void main(JSON.parse(wish) as Wish);
