import { CallGivenUp } from '../../../../core/protocol/panels/channel';
import {
  MOST_ROWS,
  PAGE_ROWS,
  type FirstRows,
  type PageParams,
  type StorePage,
  type StoreView,
} from '../../../../core/protocol/store';
import { messageOf } from '../../../../core/message-of';
import { PageCache, pagesOf, type TableRow } from './page-cache';
import type { Span } from './scaled-scroll';

/** Requests at a time; the last is kept for what is in sight. */
const MOST_IN_WORK = 3;
/** Pages of one request. */
const MOST_A_REQUEST = MOST_ROWS / PAGE_ROWS;
/**
 * Pages that are kept ready in the direction of the last step. A wheel that is spun passes some twenty a second, and on two
 * busy cores they take half a second to come.
 */
const AHEAD = 15;

export type LoadPage = (params: PageParams, signal: AbortSignal) => Promise<StorePage>;

/** One order of rows. */
interface Order {
  readonly view: StoreView;
  /** Null for the rows that were read from the files before the store answered. */
  readonly snapshot: string | null;
  readonly generation: number;
  readonly matches: number;
  readonly inWork: number;
  readonly pages: PageCache;
}

export const WHOLE: StoreView = { filter: null, sort: [] };

/**
 * The rows of the table: what is in sight is asked for page by page, what was shown stays until its successor is there.
 * `changed` is called whenever there is something else to draw.
 */
export class RowSource {
  #order: Order = emptyOrder(WHOLE);
  #columns: readonly string[] = [];
  #view: StoreView | null = null;
  #span: Span = { from: 0, to: 1 };
  #ahead: 1 | -1 = 1;
  /** The request for another order, if one is under way. */
  #renewal: AbortController | null = null;
  /** The request that is under way for a page. */
  readonly #inWork = new Map<number, AbortController>();
  #message: string | null = null;
  /** Whether more rows are to come: a store that knows fewer than the files told is then waited for. */
  reading = true;
  /** What was told as failed is not asked for again by itself. */
  #halted = false;
  #closed = false;

  constructor(
    private readonly load: LoadPage,
    private readonly changed: () => void,
  ) {}

  get rows(): number {
    return this.#order.matches;
  }
  /** Names the order in sight; null before the store answered. */
  get snapshot(): string | null {
    return this.#order.snapshot;
  }
  /** Rollouts in work when the order was made. */
  get inWork(): number {
    return this.#order.inWork;
  }
  /** The view in sight, which is the one before for as long as the one that was asked for is on its way. */
  get view(): StoreView {
    return this.#order.view;
  }
  get generation(): number {
    return this.#order.generation;
  }
  /** Whether the order in sight is that of the view that was asked for last. */
  get settled(): boolean {
    return this.#order.snapshot !== null && this.#order.view === this.#view;
  }
  get renewing(): boolean {
    return this.#renewal !== null;
  }
  /** Why rows did not come, or null. */
  get message(): string | null {
    return this.#message;
  }

  row(position: number): TableRow | undefined {
    return this.#order.pages.row(position);
  }

  /** Whether the rows of a span are all there. */
  holds({ from, to }: Span): boolean {
    for (let position = from; position < to; position++) if (!this.row(position)) return false;
    return true;
  }

  /** Rows that were read from the files: shown until the store has as many. */
  seed({ columns, rows, files }: FirstRows): void {
    if (this.#closed || this.#order.snapshot !== null || rows.length === 0) return;
    if (this.#view && (this.#view.filter !== null || this.#view.sort.length > 0)) return;
    const pages = new PageCache();
    pages.put(0, { columns: columns.map(({ id }) => id), rows: rows.slice(0, PAGE_ROWS), files });
    const matches = Math.min(rows.length, PAGE_ROWS);
    this.#order = { ...emptyOrder(this.#view ?? WHOLE), matches, inWork: matches, pages };
    this.changed();
  }

  /** Other rows, or another order; what is in sight stays until they are there. `from` is where they are wanted first. */
  show(view: StoreView, from = 0): void {
    this.#view = view;
    this.#renew(from);
  }

  /** The same view as of now. */
  renew(from = this.#span.from): void {
    if (this.#view) this.#renew(from);
  }

  /** Columns that are in sight. */
  choose(columns: readonly string[]): void {
    this.#columns = columns;
    this.#halted = false;
    this.#fill();
  }

  /** Rows that are in sight. */
  want(span: Span): void {
    if (span.from !== this.#span.from) this.#ahead = span.from > this.#span.from ? 1 : -1;
    this.#span = span;
    this.#fill();
  }

  /** Asks again for what did not come. */
  retry(): void {
    this.#message = null;
    this.#halted = false;
    if (this.settled) this.#fill();
    else this.renew();
    this.changed();
  }

  close(): void {
    this.#closed = true;
    this.#renewal?.abort();
    this.#drop();
  }

  #renew(from: number): void {
    const view = this.#view;
    if (!view || this.#closed) return;
    this.#renewal?.abort();
    const own = new AbortController();
    this.#renewal = own;
    this.#message = null;
    this.#halted = false;
    const begin = Math.max(0, from);
    // All that will be in sight: a part of it would be a blank until the rest comes.
    const [page = 0, ...others] = pagesOf(begin, begin + Math.max(1, this.#span.to - this.#span.from));
    const columns = this.#columns;
    this.#ask({ view, snapshot: null, columns }, page, 1 + others.length, own.signal).then(
      (reply) => {
        if (own.signal.aborted || this.#closed) return;
        this.#renewal = null;
        this.#replace(view, reply, page, columns);
      },
      (error: unknown) => {
        if (own.signal.aborted || this.#closed) return;
        this.#renewal = null;
        this.#fail(error);
      },
    );
    this.changed();
  }

  #replace(view: StoreView, reply: StorePage, page: number, columns: readonly string[]): void {
    const before = this.#order;
    const sameView = before.view === view;
    // An answer that was overtaken, or a store that has not come as far yet as what is in sight.
    if (sameView && before.snapshot !== null && reply.generation < before.generation) return;
    if (this.reading && before.snapshot === null && view === before.view && reply.matches < before.matches) {
      this.changed();
      return;
    }
    this.#drop();
    const { snapshot, generation, matches, inWork } = reply;
    const pages = new PageCache();
    pages.putAll(page, { columns, rows: reply.rows, files: reply.files });
    this.#order = { view, snapshot, generation, matches, inWork, pages };
    this.#fill();
    this.changed();
  }

  /** Asks for what is in sight and not there, then for what comes next. */
  #fill(): void {
    const { view, snapshot, pages, matches } = this.#order;
    if (snapshot === null || this.#closed || this.#halted) return;
    const seen = pagesOf(this.#span.from, Math.min(this.#span.to, matches));
    pages.use(seen);
    const step = this.#ahead;
    // What is under way is never given up: a thumb that is dragged would ask for pages all the time and get none.
    for (const page of step > 0 ? seen : seen.toReversed()) {
      if (!this.#isMissing(page)) continue;
      if (this.#requests >= MOST_IN_WORK) return;
      // After a leap what is in sight comes first, and alone.
      const leapt = this.#isMissing(page - step);
      this.#fetch(view, snapshot, this.#run(page, leapt ? seen.length : MOST_A_REQUEST));
    }
    const edge = (step > 0 ? seen.at(-1) : seen[0]) ?? 0;
    // While rows are added the order is renewed every second, and what was made ready is gone.
    const ahead = this.reading ? MOST_A_REQUEST : AHEAD;
    // A request is worth its while once it can be a whole one.
    for (let far = 1; far <= ahead - MOST_A_REQUEST + 1; far++) {
      if (!this.#isMissing(edge + step * far)) continue;
      if (this.#requests < MOST_IN_WORK - 1)
        this.#fetch(view, snapshot, this.#run(edge + step * far, MOST_A_REQUEST));
      return;
    }
  }

  /** Whether a page of the table is neither there nor under way. */
  #isMissing(page: number): boolean {
    const { pages, matches } = this.#order;
    if (page < 0 || page * PAGE_ROWS >= matches) return false;
    return !this.#inWork.has(page) && !pages.has(page, this.#columns);
  }

  /** Missing pages in a row, from one on in the direction of the last step: `most` at most. */
  #run(page: number, most: number): { readonly first: number; readonly count: number } {
    let count = 1;
    while (count < most && this.#isMissing(page + this.#ahead * count)) count++;
    return { first: this.#ahead > 0 ? page : page - count + 1, count };
  }

  #fetch(
    view: StoreView,
    snapshot: string,
    { first, count }: { readonly first: number; readonly count: number },
  ): void {
    const own = new AbortController();
    const columns = this.#columns;
    const numbers = Array.from({ length: count }, (_, at) => first + at);
    for (const page of numbers) this.#inWork.set(page, own);
    const ended = (): void => {
      for (const page of numbers) this.#inWork.delete(page);
    };
    this.#ask({ view, snapshot, columns }, first, count, own.signal).then(
      (reply) => {
        if (own.signal.aborted) return;
        ended();
        if (reply.snapshot !== snapshot) return this.#replace(view, reply, first, columns);
        this.#order.pages.putAll(first, { columns, rows: reply.rows, files: reply.files });
        this.#message = null;
        this.#fill();
        this.changed();
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        ended();
        this.#fail(error);
      },
    );
  }

  #ask(
    what: Pick<PageParams, 'view' | 'snapshot' | 'columns'>,
    page: number,
    count: number,
    signal: AbortSignal,
  ): Promise<StorePage> {
    return this.load({ ...what, from: page * PAGE_ROWS, count: count * PAGE_ROWS }, signal);
  }

  #fail(error: unknown): void {
    if (error instanceof CallGivenUp) return;
    this.#message = messageOf(error);
    this.#halted = true;
    this.changed();
  }

  get #requests(): number {
    return new Set(this.#inWork.values()).size;
  }

  #drop(): void {
    for (const controller of this.#inWork.values()) controller.abort();
    this.#inWork.clear();
  }
}

function emptyOrder(view: StoreView): Order {
  return { view, snapshot: null, generation: -1, matches: 0, inWork: 0, pages: new PageCache() };
}
