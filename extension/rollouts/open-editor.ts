import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import type { StoreState } from '../../core/protocol/store';
import type { Panel } from '../panels/panel';
import { keyOf, type Wish } from './target';

/** One open table of rollouts: a custom editor, or a panel over several files. */
export class OpenEditor {
  /** How far its set is; null before the store said so. */
  state: StoreState | null = null;
  /** Whether it stands in the list of runs: until it is taken out, and again once it is asked for. */
  listed = true;
  private wish: Wish | null = null;
  /** Whether the page that is there hears what it is told. */
  private listening = false;

  constructor(readonly panel: Panel<RolloutsView>) {}

  get key(): string {
    return keyOf(this.panel.subject.paths);
  }

  get paths(): readonly string[] {
    return this.panel.subject.paths;
  }

  /** Has the page show something: at once, or as soon as there is a page. */
  ask(wish: Wish): void {
    this.wish = wish;
    if (this.listening && this.panel.hasPage) this.tell();
  }

  /** The page has its listeners, and keeps them until the signal says that it is gone. */
  listens(signal: AbortSignal): void {
    this.listening = true;
    signal.addEventListener('abort', () => (this.listening = false), { once: true });
    this.tell();
  }

  private tell(): void {
    const { wish } = this;
    this.wish = null;
    // The filter first: it decides whether the rollout is among the rows.
    if (wish && wish.filter !== null) this.panel.tell('rollouts/filter', { text: wish.filter });
    if (wish?.rollout) this.panel.tell('rollouts/show', wish.rollout);
  }
}
