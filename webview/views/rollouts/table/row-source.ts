import { CallGivenUp } from '../../../../core/protocol/panels/channel';
import type { FirstRows, PageParams, StorePage, StoreView } from '../../../../core/protocol/store';
import { messageOf } from '../../../../core/message-of';
import { PAGE_ROWS, PageCache, pagesOf, type TableRow } from './page-cache';
import type { Span } from './scaled-scroll';

/** Pages that are asked for at a time. */
const MOST_IN_WORK = 2;

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
    const page = Math.floor(Math.max(0, from) / PAGE_ROWS);
    const columns = this.#columns;
    this.#ask(view, null, page, columns, own.signal).then(
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
    pages.put(page, { columns, rows: reply.rows, files: reply.files });
    this.#order = { view, snapshot, generation, matches, inWork, pages };
    this.#fill();
    this.changed();
  }

  /** Asks for what is in sight and not there, then for what comes next. */
  #fill(): void {
    const { snapshot, pages, matches } = this.#order;
    if (snapshot === null || this.#closed || this.#halted) return;
    const seen = pagesOf(this.#span.from, Math.min(this.#span.to, matches));
    pages.use(seen);
    // What is under way is never given up: a thumb that is dragged would ask for pages all the time and get none.
    for (const page of seen) if (!this.#start(page, MOST_IN_WORK)) return;
    const next = this.#ahead > 0 ? (seen.at(-1) ?? 0) + 1 : (seen[0] ?? 0) - 1;
    if (next >= 0 && next * PAGE_ROWS < matches) this.#start(next, 1);
  }

  /** Asks for a page that is not there, unless there is too much under way: false then. */
  #start(page: number, most: number): boolean {
    const { snapshot, view, pages } = this.#order;
    if (snapshot === null || this.#inWork.has(page) || pages.has(page, this.#columns)) return true;
    if (this.#inWork.size >= most) return false;
    this.#fetch(view, snapshot, page);
    return true;
  }

  #fetch(view: StoreView, snapshot: string, page: number): void {
    const own = new AbortController();
    const columns = this.#columns;
    this.#inWork.set(page, own);
    this.#ask(view, snapshot, page, columns, own.signal).then(
      (reply) => {
        if (own.signal.aborted) return;
        this.#inWork.delete(page);
        if (reply.snapshot !== snapshot) return this.#replace(view, reply, page, columns);
        this.#order.pages.put(page, { columns, rows: reply.rows, files: reply.files });
        this.#message = null;
        this.#fill();
        this.changed();
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        this.#inWork.delete(page);
        this.#fail(error);
      },
    );
  }

  #ask(
    view: StoreView,
    snapshot: string | null,
    page: number,
    columns: readonly string[],
    signal: AbortSignal,
  ): Promise<StorePage> {
    return this.load({ view, columns, snapshot, from: page * PAGE_ROWS, count: PAGE_ROWS }, signal);
  }

  #fail(error: unknown): void {
    if (error instanceof CallGivenUp) return;
    this.#message = messageOf(error);
    this.#halted = true;
    this.changed();
  }

  #drop(): void {
    for (const controller of this.#inWork.values()) controller.abort();
    this.#inWork.clear();
  }
}

function emptyOrder(view: StoreView): Order {
  return { view, snapshot: null, generation: -1, matches: 0, inWork: 0, pages: new PageCache() };
}
