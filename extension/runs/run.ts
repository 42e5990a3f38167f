import { requests } from '../../core/protocol/server';
import type { StoreState, StoreSummary } from '../../core/protocol/store';
import type { App } from '../app';
import { describeError, isCancellation } from '../common/errors';
import { holdOpen } from '../rollouts/hold-open';
import { keyOf } from '../rollouts/target';
import type { RememberedRun } from './remembered';
import { messageOf } from '../../core/message-of';

/** Milliseconds between two summaries of a set that grows: one goes over all its rows. */
const PACE_MS = 2000;

/**
 * One set of the tree. Its summary is asked for while somebody looks at what is below it; a set that no editor has open is
 * opened for as long as it takes to read it.
 */
export class Run {
  readonly key: string;
  /** How far the set is, as told last; null before that. */
  state: StoreState | null = null;
  summary: StoreSummary | null = null;
  /** Why it cannot be read; null where it can. */
  problem: string | null = null;
  /** Whether an editor has the set open. */
  isOpen = false;
  private watched = false;
  private holding: AbortController | null = null;
  private asking = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly app: Pick<App, 'server' | 'log'>,
    readonly source: RememberedRun,
    /** What the tree shows of it is another. */
    private readonly changed: (run: Run) => void,
  ) {
    this.key = keyOf(source.paths);
  }

  /** Whether it is being read by nobody but this tree. */
  get isHeld(): boolean {
    return this.holding !== null;
  }

  /** Somebody looks at what is below it, or no longer. */
  watch(on: boolean): void {
    if (this.watched === on) return;
    this.watched = on;
    if (on) this.refresh();
    else this.letGo();
  }

  /** An editor tells how far the set is; null where it was opened or closed. */
  told(isOpen: boolean, state: StoreState | null): void {
    this.isOpen = isOpen;
    if (isOpen) {
      this.letGo();
      this.problem = null;
    }
    this.state = state ?? this.state;
    this.changed(this);
    this.refresh();
  }

  /** Has everything be read anew that is in sight. */
  reload(): void {
    this.problem = null;
    this.summary = null;
    this.refresh();
    this.changed(this);
  }

  dispose(): void {
    this.watched = false;
    this.letGo();
  }

  private letGo(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.holding?.abort();
    this.holding = null;
  }

  /** Asks for what is not known, if somebody looks. */
  private refresh(): void {
    if (this.holding && this.isRead) this.letGo();
    if (!this.watched || this.problem !== null || this.timer !== undefined) return;
    const { state, summary } = this;
    const fresh = summary !== null && state !== null && summary.generation >= state.generation;
    if (!this.isOpen && !this.holding) {
      if (!fresh) void this.hold();
      return;
    }
    if (!fresh && state !== null && !this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    try {
      this.summary = await this.app.server.request(requests.storeSummary, this.source, this.holding?.signal);
      this.changed(this);
    } catch (error) {
      // Closed meanwhile, or the server died: the next state asks again.
      if (!isCancellation(error))
        this.app.log.debug(`summary of ${this.source.name}: ${describeError(error)}`);
    } finally {
      this.asking = false;
      if (this.holding && this.isRead) this.letGo();
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.refresh();
      }, PACE_MS);
    }
  }

  /** Whether all there was is in the summary. */
  private get isRead(): boolean {
    const { state, summary } = this;
    const still = state?.phase === 'following' || state?.phase === 'stopped';
    return still && summary !== null && summary.generation >= state.generation;
  }

  private async hold(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.holding = controller;
    try {
      await holdOpen(this.app.server, this.source, signal, (state) => {
        if (signal.aborted) return;
        this.state = state;
        this.changed(this);
        this.refresh();
      });
    } catch (error) {
      if (!signal.aborted) this.problem = messageOf(error);
    } finally {
      if (this.holding === controller) this.holding = null;
      this.changed(this);
    }
  }
}
