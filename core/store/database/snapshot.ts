import type { StoreView } from '../../protocol/store';
import { messageOf } from '../../message-of';
import { readsTexts } from '../filter/texts';
import { troubleOf } from './trouble';
import { ROLLOUTS } from './layout';
import { columnNamed, filterSql, where, type Moment, type Reads } from './reads';
import type { SqlColumn } from '../filter/sql';

/** Most rows whose order is kept, 4 bytes each, over all snapshots. Of longer ones the database sorts for every page. */
export const MOST_KEPT = 16_000_000;

/** Rows from the beginning that are found without the order of all: the database keeps the first of many at little cost. */
const FIRST_ROWS = 2000;

/** Rows in work up to which matches are put aside to be counted and sorted, some 20 bytes each. */
const MOST_ASIDE = 2_000_000;

/**
 * The order of the rows of a view as of a commit. Rows that came later are past its bound; where rows were taken out, it is
 * let go.
 */
export class Snapshot {
  readonly generation: number;
  /** The rows in work when it was made. */
  readonly inWork: number;
  readonly #conditions: string;
  readonly #keys: readonly (SqlColumn & { readonly order: string })[];
  /** Columns that tell apart what the keys do not. */
  readonly #ties: readonly string[];
  /** Rows are numbered in this order without a gap: nothing needs to be found. */
  readonly #plain: boolean;
  /** Its beginning, found when it was made. */
  #first: readonly number[] = [];
  #order: Int32Array | null = null;
  #building: Promise<Int32Array | null> | null = null;
  readonly #stop = new AbortController();

  private constructor(
    readonly id: string,
    readonly key: string,
    private readonly reads: Reads,
    moment: Moment,
    view: StoreView,
  ) {
    const { next, rows, ordered } = moment.state;
    this.generation = moment.generation;
    this.inWork = rows;
    this.#plain = view.filter === null && view.sort.length === 0 && ordered && rows === next;
    this.#conditions = where(`row < ${next}`, filterSql(view.filter, moment));
    this.#keys = view.sort.map(({ column, descending }) => ({
      ...columnNamed(column, moment),
      order: `${descending ? 'DESC' : 'ASC'} NULLS LAST`,
    }));
    this.#ties = ordered ? ['row'] : ['file', 'idx', 'sample', 'row'];
  }

  get #sorted(): string {
    return [...this.#keys.map(({ sql, order }) => `${sql} ${order}`), ...this.#ties].join(', ');
  }

  #matches = 0;
  get matches(): number {
    return this.#matches;
  }

  /** Makes one, with the numbers of its first rows. */
  static async make(
    id: string,
    key: string,
    reads: Reads,
    view: StoreView,
    count: number,
    signal?: AbortSignal,
  ): Promise<{ readonly snapshot: Snapshot; readonly first: readonly number[] }> {
    const snapshot = new Snapshot(id, key, reads, reads.now(), view);
    const most = Math.min(count, FIRST_ROWS);
    const [matches, first] = await (snapshot.#readsOnce(view, most)
      ? snapshot.#countWithFirst(most, signal)
      : Promise.all([
          snapshot.#count(view, signal),
          snapshot.#plain ? [] : snapshot.#query(0, most, signal),
        ]));
    snapshot.#matches = matches;
    snapshot.#first = first;
    return { snapshot, first: snapshot.#plain ? range(0, Math.min(count, matches)) : first };
  }

  /**
   * Whether looking at the rows takes so long that counting and sorting are not to do it each for itself: texts are looked
   * through, and what is sorted by is quickly put aside.
   */
  #readsOnce({ filter }: StoreView, first: number): boolean {
    const numbers = this.#keys.every(({ kind }) => kind !== 'text' && kind !== 'list');
    return first > 0 && filter !== null && readsTexts(filter) && numbers && this.inWork <= MOST_ASIDE;
  }

  /** How many rows there are, and the first of them. */
  async #countWithFirst(count: number, signal?: AbortSignal): Promise<[number, readonly number[]]> {
    const aside = [...this.#keys.map(({ sql }, at) => `${sql} AS key${at}`), ...this.#ties];
    const sorted = [...this.#keys.map(({ order }, at) => `key${at} ${order}`), ...this.#ties];
    const rows = await this.reads.select(
      `WITH aside AS MATERIALIZED (SELECT ${aside.join(', ')} FROM ${ROLLOUTS} ${this.#conditions}) SELECT row, (SELECT count(*) FROM aside) FROM aside ORDER BY ${sorted.join(', ')} LIMIT ${count}`,
      signal,
    );
    return [Number(rows[0]?.[1] ?? 0), rows.map(([row]) => Number(row))];
  }

  /** Numbers of the rows from a position on. */
  async rowsAt(from: number, count: number, signal?: AbortSignal): Promise<readonly number[]> {
    const to = Math.min(this.#matches, from + count);
    if (from >= to) return [];
    if (this.#plain) return range(from, to);
    if (to <= this.#first.length) return this.#first.slice(from, to);
    if (!this.#order && to > FIRST_ROWS) await this.#ordered(signal);
    if (this.#order) return [...this.#order.subarray(from, to)];
    return this.#query(from, to - from, signal);
  }

  /** Position of a row; null where it is not in the snapshot. */
  async positionOf(row: number, signal?: AbortSignal): Promise<number | null> {
    if (this.#plain) return row < this.#matches ? row : null;
    await this.#ordered(signal);
    if (this.#order) {
      const at = this.#order.indexOf(row);
      return at < 0 ? null : at;
    }
    const [found] = await this.reads.select(
      `SELECT at FROM (SELECT row, row_number() OVER (ORDER BY ${this.#sorted}) - 1 AS at FROM ${ROLLOUTS} ${this.#conditions}) WHERE row = ${Math.trunc(row)}`,
      signal,
    );
    return found ? Number(found[0]) : null;
  }

  /** Begins to find the order of all rows, where pages will need it. */
  prepare(): void {
    if (this.#plain || this.#building || this.#matches === 0 || this.#matches > MOST_KEPT) return;
    this.#building = this.#build();
    // Whoever waits for it hears of a failure.
    this.#building.catch(() => undefined);
  }

  /** Rows whose order it keeps, or is finding. */
  get kept(): number {
    return this.#building ? this.#matches : 0;
  }

  /** What it was finding is found no more. */
  drop(): void {
    this.#stop.abort(new DOMException('the snapshot was let go', 'AbortError'));
    this.#order = null;
  }

  async #count({ filter }: StoreView, signal?: AbortSignal): Promise<number> {
    if (filter === null) return this.inWork;
    const [row] = await this.reads.select(`SELECT count(*) FROM ${ROLLOUTS} ${this.#conditions}`, signal);
    return Number(row?.[0]);
  }

  async #query(from: number, count: number, signal?: AbortSignal): Promise<readonly number[]> {
    const rows = await this.reads.select(
      `SELECT row FROM ${ROLLOUTS} ${this.#conditions} ORDER BY ${this.#sorted} LIMIT ${count} OFFSET ${from}`,
      signal,
    );
    return rows.map(([row]) => Number(row));
  }

  /** Waits for the order of all rows, but no longer than the signal. */
  async #ordered(signal?: AbortSignal): Promise<void> {
    this.prepare();
    if (!this.#building) return;
    this.#order = await within(this.#building, signal);
  }

  async #build(): Promise<Int32Array | null> {
    try {
      this.#order = await this.reads.integers(
        `SELECT row FROM ${ROLLOUTS} ${this.#conditions} ORDER BY ${this.#sorted}`,
        this.#matches,
        this.#stop.signal,
      );
      return this.#order;
    } catch (error) {
      // Let go, or more than fits in memory: pages are then found one by one.
      if (this.#stop.signal.aborted || troubleOf(error) !== null) return null;
      throw new Error(`the rollouts cannot be sorted: ${messageOf(error)}`, { cause: error });
    }
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** What a promise brings, or the signal's reason if that fires first. */
function within<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const fired = (): void => reject(signal.reason);
    if (signal.aborted) return fired();
    signal.addEventListener('abort', fired, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', fired));
  });
}
