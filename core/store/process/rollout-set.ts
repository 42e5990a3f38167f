import type { ColumnInfo, StorePhase, StoreProblem, StoreState } from '../../protocol/store';
import { messageOf } from '../../message-of';
import type { OpenedStore } from '../database/open';
import type { KnownFile, RowStore } from '../database/row-store';
import { ChangeFailed, StoreMoved } from '../database/trouble';
import { ChangeWatch } from './change-watch';
import { ingest } from './ingest';
import { listFiles, type Listing } from './listing';
import type { OpenOptions } from '../../rollouts/rollout-file';
import { optionsOf } from './options';
import { planOf, type Plan } from './plan';
import { ExpectedRows } from './expected-rows';
import { Rate } from './pace';
import type { Readers } from './readers';
import type { SetParams } from '../service';

/** Milliseconds between two reports of how far a set is. */
const TELL_MS = 200;

/** What a set needs from its surroundings. */
export interface SetHost {
  readonly readers: Readers;
  /** Opens the rows that were kept of the set, or new ones. */
  readonly openRows: () => Promise<OpenedStore>;
}

/** Hears how far a set is. */
export type HearState = (state: StoreState) => void;

/**
 * One set of files as a table that follows them: lists, reads what is new since it was read last, and waits for changes,
 * as long as somebody has it open.
 */
export class RolloutSet {
  readonly #hearers = new Set<HearState>();
  readonly #watch: ChangeWatch;
  readonly #end = new AbortController();
  readonly #rate = new Rate();
  readonly #expected = new ExpectedRows();
  /** Aborted to stop reading; made anew to go on. */
  #reading = new AbortController();
  #rows: RowStore | null = null;
  #phase: StorePhase = 'listing';
  #listing: Listing = { files: [], folders: new Set(), faults: [] };
  #known = new Map<string, KnownFile>();
  /** Why files could not be read, by path, until they change. */
  readonly #failed = new Map<string, { readonly version: string; readonly message: string }>();
  /** Files that end in the middle of a record, by path, until they change. */
  readonly #torn = new Map<
    string,
    { readonly version: string; readonly since: number; readonly message: string }
  >();
  #gone: readonly string[] = [];
  /** What opening the cache had to say. */
  #opened: string | null = null;
  #broke: string | null = null;
  #changed = true;
  /** Bytes of the files, those of them that are in, files that are in, records that cannot be read. */
  #totals = { bytes: 0, done: 0, read: 0, broken: 0 };
  /** When files were looked at last, and how long it took. */
  #listed = { at: 0, took: 0 };
  #wake: (() => void) | null = null;
  #told: NodeJS.Timeout | null = null;
  readonly #life: Promise<void>;
  readonly ready: Promise<RowStore>;

  constructor(
    private readonly params: SetParams,
    private readonly host: SetHost,
  ) {
    this.#watch = new ChangeWatch((by) => this.#look(by), params.interval);
    this.ready = host.openRows().then(({ store, message }) => {
      this.#opened = message;
      return store;
    });
    this.#life = this.#live();
    // Who asks for rows is told why there are none; the life of the set ends quietly.
    this.#life.catch(() => undefined);
    this.ready.catch(() => undefined);
  }

  /** Tells how far the set is, now and with every change, until the function that comes back is called. */
  async hear(hearer: HearState): Promise<() => void> {
    await this.ready;
    this.#hearers.add(hearer);
    hearer(this.state());
    return () => this.#hearers.delete(hearer);
  }

  /** How a file of the set is opened. */
  readonly optionsOf = ({ path, name }: KnownFile): OpenOptions => ({
    ...optionsOf(this.params.choices, path),
    name,
  });

  get heard(): boolean {
    return this.#hearers.size > 0;
  }

  /** Stops reading; what was read stays. */
  stop(): void {
    this.#reading.abort(new Stopped('reading was stopped'));
  }

  /** Goes on where reading was stopped. */
  resume(): void {
    const { aborted } = this.#reading.signal;
    // Also where rows could be added no more, which may be otherwise now.
    if (!aborted && this.#phase !== 'stopped') return;
    if (aborted) this.#reading = new AbortController();
    this.#phase = 'listing';
    this.#look();
  }

  state(): StoreState {
    const rows = this.#rows;
    const { bytes, done, read, broken } = this.#totals;
    const rate = this.#phase === 'reading' ? this.#rate.read() : null;
    const count = rows?.rows ?? 0;
    return {
      generation: rows?.generation ?? 0,
      phase: this.#phase,
      files: this.#listing.files.length,
      filesRead: read,
      bytes,
      bytesRead: done,
      rows: count,
      expected: this.#phase === 'following' ? count : this.#expected.of(bytes),
      rate,
      remaining: rate === null ? null : ((bytes - done) / rate) * 1000,
      broken,
      cache: rows?.place ?? { kind: 'disk' },
      problems: this.#problems(),
      columns: rows?.columns ?? NO_COLUMNS,
    };
  }

  /** Lets go of everything; resolves when nothing of it runs any more. */
  async close(): Promise<void> {
    this.#end.abort(new Stopped('the set was closed'));
    this.#watch.stop();
    this.#wake?.();
    if (this.#told) clearTimeout(this.#told);
    await this.#life.catch(() => undefined);
    const rows = await this.ready.catch(() => null);
    await rows?.close();
  }

  async #live(): Promise<void> {
    const rows = (this.#rows = await this.ready);
    await this.#recall(rows);
    for (let first = true; !this.#end.signal.aborted;) {
      this.#changed = false;
      const moved = await this.#pass(rows, first);
      if (moved) continue;
      first = false;
      const idle = !this.#changed || this.#reading.signal.aborted;
      if (idle && !this.#end.signal.aborted) await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
  }

  /** What the rows say of the files: what was read behind the last commit is read anew. */
  async #recall(rows: RowStore): Promise<void> {
    this.#known = new Map((await rows.files()).map((file) => [file.path, file]));
    this.#tally();
  }

  /**
   * Looks at the files once and reads what is new. What goes wrong with the set as a whole is told, not thrown. Resolves to
   * whether rows go elsewhere from here on, and all has to be looked at again.
   */
  async #pass(rows: RowStore, first: boolean): Promise<boolean> {
    const signal = AbortSignal.any([this.#end.signal, this.#reading.signal]);
    try {
      const begun = performance.now();
      this.#listing = await listFiles(this.params.paths, signal);
      this.#tally();
      this.#watch.watch(this.#listing.folders);
      const plan = await planOf(this.#listing.files, this.#known, this.params.choices, (path, version) =>
        [this.#failed, this.#torn].some((left) => left.get(path)?.version === version),
      );
      const ended = performance.now();
      this.#listed = { at: ended, took: ended - begun };
      await this.#leave(plan, rows, first);
      if (plan.readings.length > 0) await this.#read(plan, rows, signal);
      this.#phase = 'following';
      this.#broke = null;
    } catch (error) {
      if (error instanceof ChangeFailed) await this.#recall(rows);
      if (this.#end.signal.aborted) return false;
      if (error instanceof StoreMoved) return true;
      if (this.#reading.signal.aborted || rows.stopped !== null) this.#phase = 'stopped';
      else {
        this.#phase = 'following';
        this.#broke = messageOf(error);
      }
    }
    this.#tellNow();
    return false;
  }

  /** Rows of files that are gone are taken out when a set is opened; later they stay while somebody looks at them. */
  async #leave({ gone, replaced }: Plan, rows: RowStore, first: boolean): Promise<void> {
    const out = [...replaced, ...(first ? gone : [])];
    this.#gone = first ? [] : gone.map(({ path }) => path);
    if (out.length === 0) return;
    await rows.forget(out.map(({ number }) => number));
    for (const { path } of out) this.#known.delete(path);
    await rows.commit([]);
  }

  async #read({ readings }: Plan, rows: RowStore, signal: AbortSignal): Promise<void> {
    this.#phase = 'reading';
    this.#rate.reset();
    this.#tellNow();
    let next = [...this.#known.values()].reduce((most, { number }) => Math.max(most, number), -1) + 1;
    const tasks = readings.map((planned) => ({
      open: async () => {
        const opened = await planned.open(this.host.readers, () => next++, signal);
        if (opened.anew !== null) await rows.forgetFrom(opened.file.number, opened.anew);
        this.#failed.delete(planned.path);
        this.#torn.delete(planned.path);
        return opened;
      },
      failed: (error: unknown) => {
        const message = messageOf(error);
        this.#failed.set(planned.path, { version: planned.version, message });
        this.#tell();
      },
      torn: (message: string) => {
        const { path, version } = planned;
        this.#torn.set(path, { version, since: performance.now(), message: `${path}: ${message}` });
      },
      progress: (file: KnownFile) => {
        this.#take(file);
        this.#tell();
      },
    }));
    try {
      const committed = (files: readonly KnownFile[]): void => {
        for (const file of files) this.#remember(file);
        this.#expected.note(rows.rows, this.#totals.done);
        this.#tell();
      };
      await ingest(tasks, rows, this.host.readers, committed, signal);
    } finally {
      this.host.readers.closeFiles();
    }
  }

  /** What a file is known again by; it may have come further meanwhile. */
  #remember({ path, head, reached }: KnownFile): void {
    const now = this.#known.get(path);
    if (now?.reached === reached) this.#known.set(path, { ...now, head });
  }

  /** Takes note of how far a file is. */
  #take(file: KnownFile): void {
    const before = this.#known.get(file.path);
    const { bytes, done, read, broken } = this.#totals;
    this.#totals = {
      bytes,
      done: done + bytesRead(file) - bytesRead(before),
      read: read + Number(file.complete) - Number(before?.complete ?? false),
      broken: broken + file.broken - (before?.broken ?? 0),
    };
    this.#known.set(file.path, file);
  }

  #tally(): void {
    const files = this.#listing.files;
    const known = files.map(({ path }) => this.#known.get(path));
    this.#totals = {
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      done: known.reduce((sum, file) => sum + bytesRead(file), 0),
      read: known.filter((file) => file?.complete).length,
      broken: known.reduce((sum, file) => sum + (file?.broken ?? 0), 0),
    };
    this.#expected.note(this.#rows?.rows ?? 0, this.#totals.done);
  }

  /** Something may have changed. The clock alone asks for no more than a tenth of the time. */
  #look(by: 'notice' | 'clock' = 'notice'): void {
    const { at, took } = this.#listed;
    if (by === 'clock' && performance.now() - at < LISTING_SHARE * took) return;
    this.#changed = true;
    if (!this.#reading.signal.aborted) this.#wake?.();
  }

  #problems(): StoreProblem[] {
    const failed = [...this.#failed].map(([file, { message }]) => ({ file, message }));
    const gone = this.#gone.map((file) => ({
      file,
      message: `${file}: the file is gone; its rollouts stay in the table until it is opened anew`,
    }));
    const faults = this.#listing.faults.map(({ path, message }) => ({ file: path, message }));
    const now = performance.now();
    const torn = [...this.#torn]
      .filter(([, { since }]) => now - since > HALF_WRITTEN_MS)
      .map(([file, { message }]) => ({ file, message }));
    const unread = this.#totals.broken > 0 ? [...this.#known.values()].flatMap(unreadRecords) : [];
    const whole = [this.#rows?.stopped ?? this.#broke, this.#opened].filter((message) => message !== null);
    const own = whole.map((message) => ({ file: null, message }));
    return [...own, ...faults, ...failed, ...torn, ...unread, ...gone].slice(0, MOST_PROBLEMS);
  }

  #tell(): void {
    if (this.#phase === 'reading') this.#rate.note(this.#totals.done, performance.now());
    this.#told ??= setTimeout(() => this.#tellNow(), TELL_MS).unref();
  }

  #tellNow(): void {
    if (this.#told) clearTimeout(this.#told);
    this.#told = null;
    const state = this.state();
    for (const hear of this.#hearers) hear(state);
  }
}

/** Reading ended because somebody said so. */
class Stopped extends Error {}

/** Milliseconds after which a last line that is not whole is no longer taken to be on its way. */
const HALF_WRITTEN_MS = 10_000;

const NO_COLUMNS: readonly ColumnInfo[] = [];

/** The first records of a file that cannot be read, with what is wrong with each. */
function unreadRecords({ path, broken, faults }: KnownFile): StoreProblem[] {
  const named = faults.map(({ byte, message }) => ({ file: path, message: `byte ${byte}: ${message}` }));
  const more = broken - faults.length;
  if (more <= 0) return named;
  return [...named, { file: path, message: `${more} more of its records cannot be read` }];
}

/** Problems that are told at a time. */
const MOST_PROBLEMS = 100;

/** A look at the files takes at most one part in so many of the time where no notifications arrive. */
const LISTING_SHARE = 10;

/** Bytes on disk that are in: of a packed file all once it is read. */
function bytesRead(file: KnownFile | undefined): number {
  if (!file) return 0;
  return file.complete ? file.size : Math.min(file.size, file.reached);
}
