import type { RolloutAddress } from '../rollout-uri';
import type { Call } from './channel';

/** Names of the panels, and of their pages' folders in `webview/views`. A new panel is a name here and a folder a side. */
export type ViewName = 'replay' | 'rewards' | 'graph' | 'training' | 'explain' | 'rollouts';

/**
 * What a panel is: the thing it shows (kept over reloads, so it must be plain JSON), and the calls in both
 * directions beyond those that all pages share.
 */
export interface ViewContract {
  readonly subject: unknown;
  readonly toHost: unknown;
  readonly toPage: unknown;
}

/** Calls that every page may make. */
export interface PageCalls<Subject> {
  /** The page is there. The reply says what it shows. */
  readonly 'page/hello': Call<Record<string, never>, { readonly subject: Subject }>;
  /** Something broke in the page that nobody caught; it ends in the log. */
  readonly 'page/failed': Call<{ readonly message: string; readonly stack: string | null }, void>;
  /** Opens a rollout beside the panel, with a range of its own text selected where one is given. */
  readonly 'page/reveal': Call<
    {
      readonly rollout: RolloutAddress;
      readonly range: { readonly start: number; readonly end: number } | null;
    },
    void
  >;
}

/** What the extension may tell every page. */
export interface HostCalls<Subject> {
  /** The panel shows something else from now on. */
  readonly 'host/subject': Call<{ readonly subject: Subject }, void>;
}

export type ToHost<V extends ViewContract> = V['toHost'] & PageCalls<V['subject']>;
export type ToPage<V extends ViewContract> = V['toPage'] & HostCalls<V['subject']>;
