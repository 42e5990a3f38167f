import * as vscode from 'vscode';
import type { ViewContract } from '../../core/protocol/panels/page';
import type { App } from '../app';
import type { RolloutContent } from '../rollout-view/content';
import { viewType, type PanelKind } from './kind';
import { Panel } from './panel';

/** The open panels of all kinds: one a subject, and back after a reload of the window. */
export class Panels {
  private readonly open = new Map<string, Panel<never>>();

  constructor(
    private readonly app: App,
    private readonly content: RolloutContent,
  ) {}

  /** Registers a kind, so that its panels come back when a window is reloaded. */
  register<V extends ViewContract>(kind: PanelKind<V>): void {
    const serializer: vscode.WebviewPanelSerializer = {
      deserializeWebviewPanel: (panel, state: unknown) => {
        const stored =
          typeof state === 'object' && state !== null && 'subject' in state ? state.subject : null;
        const subject = kind.readSubject(stored);
        if (subject === null || this.open.has(keyOf(kind, subject))) panel.dispose();
        else this.add(kind, panel, subject);
        return Promise.resolve();
      },
    };
    this.app.life.add(vscode.window.registerWebviewPanelSerializer(viewType(kind.view), serializer));
  }

  /** Shows a subject: in its panel where one is open, else in a new one beside the editor. */
  show<V extends ViewContract>(kind: PanelKind<V>, subject: V['subject']): Panel<V> {
    const found = this.find(kind, subject);
    if (found) {
      found.show(subject);
      found.reveal();
      return found;
    }
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(viewType(kind.view), kind.title(subject), column);
    return this.add(kind, panel, subject);
  }

  /** Fills a panel that VS Code made for a custom editor. There may be several of a subject, and VS Code restores them. */
  fill<V extends ViewContract>(
    kind: PanelKind<V>,
    webviewPanel: vscode.WebviewPanel,
    subject: V['subject'],
  ): Panel<V> {
    return new Panel(this.app, kind, webviewPanel, subject, this.content, false);
  }

  /** The panel that shows a subject of this key, if one is open. */
  find<V extends ViewContract>(kind: PanelKind<V>, subject: V['subject']): Panel<V> | undefined {
    return this.open.get(keyOf(kind, subject));
  }

  private add<V extends ViewContract>(
    kind: PanelKind<V>,
    webviewPanel: vscode.WebviewPanel,
    subject: V['subject'],
  ): Panel<V> {
    const panel = new Panel(this.app, kind, webviewPanel, subject, this.content);
    const key = keyOf(kind, subject);
    this.open.set(key, panel as unknown as Panel<never>);
    panel.life.add({ dispose: () => this.open.delete(key) });
    return panel;
  }
}

function keyOf<V extends ViewContract>(kind: PanelKind<V>, subject: V['subject']): string {
  return `${kind.view} ${kind.key(subject)}`;
}
