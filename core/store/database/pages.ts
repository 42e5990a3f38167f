import type { Cell, LocateParams, PageParams, StorePage, StoreRow, StoreView } from '../../protocol/store';
import { MOST_ROWS } from '../../protocol/store';
import { ROLLOUTS } from './layout';
import { bounded, cellOf, type Moment, type Reads } from './reads';
import { MOST_KEPT, Snapshot } from './snapshot';

/** Snapshots that are kept. */
const MOST_SNAPSHOTS = 4;

/** Pages of views, each by the snapshot whose order it continues. */
export class Pages {
  /** In order of use, the last used one last. */
  readonly #snapshots = new Map<string, Snapshot>();
  #last = 0;

  constructor(private readonly reads: Reads) {}

  /** Fails with `FilterError`, or the signal's reason. */
  async page(params: PageParams, signal?: AbortSignal): Promise<StorePage> {
    signal?.throwIfAborted();
    const key = JSON.stringify([params.view.filter, params.view.sort]);
    const count = bounded(params.count, MOST_ROWS);
    const from = bounded(params.from, Number.MAX_SAFE_INTEGER);
    const held = this.#held(params.snapshot, key);
    if (held) return this.#answer(held, await held.rowsAt(from, count, signal), from, params, signal);
    const made = await this.#make(key, params.view, from === 0 ? count : 0, signal);
    const rows = from === 0 ? made.first : await made.snapshot.rowsAt(from, count, signal);
    return this.#answer(made.snapshot, rows, from, params, signal);
  }

  async locate(
    { snapshot: id, file, index, sample }: Omit<LocateParams, 'file'> & { readonly file: number },
    signal?: AbortSignal,
  ): Promise<number | null> {
    signal?.throwIfAborted();
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) return null;
    const [found] = await this.reads.select(
      `SELECT row FROM ${ROLLOUTS} WHERE file = ${bounded(file, 2 ** 31)} AND idx = ${bounded(index, 2 ** 31)} AND sample = ${bounded(sample, 2 ** 31)}`,
      signal,
    );
    return found ? snapshot.positionOf(Number(found[0]), signal) : null;
  }

  /** Lets go of all: rows were taken out, or nobody is to ask any more. */
  clear(): void {
    for (const snapshot of this.#snapshots.values()) snapshot.drop();
    this.#snapshots.clear();
  }

  /** The snapshot that is asked for; with none, the one of the same view that nothing was added to since. */
  #held(id: string | null, key: string): Snapshot | null {
    const { generation } = this.reads.now();
    const held =
      id === null
        ? [...this.#snapshots.values()].find((each) => each.key === key && each.generation === generation)
        : this.#snapshots.get(id);
    if (held?.key !== key) return null;
    this.#snapshots.delete(held.id);
    this.#snapshots.set(held.id, held);
    return held;
  }

  async #make(
    key: string,
    view: StoreView,
    count: number,
    signal?: AbortSignal,
  ): Promise<{ readonly snapshot: Snapshot; readonly first: readonly number[] }> {
    const id = `s${++this.#last}`;
    const made = await Snapshot.make(id, key, this.reads, view, count, signal);
    this.#snapshots.set(id, made.snapshot);
    let kept = 0;
    for (const [at, each] of [...this.#snapshots.values()].reverse().entries()) {
      kept += each === made.snapshot ? Math.min(made.snapshot.matches, MOST_KEPT) : each.kept;
      if (at < MOST_SNAPSHOTS && (at === 0 || kept <= MOST_KEPT)) continue;
      each.drop();
      this.#snapshots.delete(each.id);
    }
    return made;
  }

  async #answer(
    snapshot: Snapshot,
    numbers: readonly number[],
    from: number,
    { columns }: PageParams,
    signal?: AbortSignal,
  ): Promise<StorePage> {
    const moment = this.reads.now();
    const rows = await this.#rows(numbers, columns, moment, signal);
    if (numbers.length < snapshot.matches) snapshot.prepare();
    const files: Record<number, string> = {};
    for (const { file } of rows) files[file] ??= moment.state.files.get(file)?.path ?? '';
    const { generation, id, matches, inWork } = snapshot;
    return { generation, snapshot: id, from, rows, matches, inWork, files };
  }

  /** The wanted columns of some rows, in their order: nothing else is read of the table. */
  async #rows(
    numbers: readonly number[],
    columns: readonly string[],
    moment: Moment,
    signal?: AbortSignal,
  ): Promise<StoreRow[]> {
    if (numbers.length === 0) return [];
    const wanted = columns.map((id) => moment.column(id));
    const fields = ['row', 'file', 'idx', 'sample', ...wanted.map((column) => column?.sql ?? 'NULL')];
    const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
    const among =
      greatest - least + 1 === numbers.length ? '' : ` AND row IN (${numbers.map((row) => row).join(', ')})`;
    const found = await this.reads.select(
      `SELECT ${fields.join(', ')} FROM ${ROLLOUTS} WHERE row BETWEEN ${least} AND ${greatest}${among}`,
      signal,
    );
    const byNumber = new Map(found.map((row) => [Number(row[0]), row]));
    return numbers.flatMap((number): StoreRow[] => {
      const row = byNumber.get(number);
      if (!row) return [];
      const values = wanted.map((column, at): Cell => (column ? cellOf(column.kind, row[at + 4]) : null));
      return [{ file: Number(row[1]), index: Number(row[2]), sample: Number(row[3]), values }];
    });
  }
}
