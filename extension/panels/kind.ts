import type { Handlers } from '../../core/protocol/panels/channel';
import type { ViewContract, ViewName } from '../../core/protocol/panels/page';
import type { App } from '../app';
import type { Panel } from './panel';

/**
 * One kind of panel. A new one: its contract in `core/protocol/panels`, its page in `webview/views`, its kind in the
 * folder of its feature, which registers it, and `onWebviewPanel:…` in package.json, so that it comes back.
 */
export interface PanelKind<V extends ViewContract> {
  readonly view: ViewName;
  /** What the tab says. */
  title(subject: V['subject']): string;
  /** Subjects of one key share a panel. */
  key(subject: V['subject']): string;
  /** Reads a subject that an earlier window stored; null where it makes no sense, or no longer. */
  readSubject(value: unknown): V['subject'] | null;
  /** What answers the page. Called once a panel; what it starts it gives to `panel.life`. */
  handlers(app: App, panel: Panel<V>): Handlers<V['toHost']>;
}

/** The id under which VS Code remembers panels of a kind. */
export function viewType(view: ViewName): string {
  return `tracehop.${view}`;
}
