import * as vscode from 'vscode';
import { Channel, readFrame, type Handlers, type Params } from '../../core/protocol/panels/channel';
import type { PageCalls, ToHost, ToPage, ViewContract } from '../../core/protocol/panels/page';
import type { App } from '../app';
import { DisposableStore } from '../common/disposable-store';
import { UserError, describeError, isCancellation } from '../common/errors';
import type { RolloutContent } from '../rollout-view/content';
import { pageHtml } from './html';
import type { PanelKind } from './kind';
import { revealBeside } from './reveal';

/** One open panel: its page, what it shows, and the conversation between them. */
export class Panel<V extends ViewContract> {
  /** What lives as long as the panel. */
  readonly life = new DisposableStore();
  private readonly channel: Channel<ToHost<V>, ToPage<V>>;
  private present = false;

  constructor(
    private readonly app: App,
    private readonly kind: PanelKind<V>,
    private readonly panel: vscode.WebviewPanel,
    private current: V['subject'],
    private readonly content: RolloutContent,
    /** Whether the tab is ours to name: that of a custom editor has the name of its file. */
    private readonly named = true,
  ) {
    const dist = vscode.Uri.joinPath(app.context.extensionUri, 'dist');
    const handlers = { ...kind.handlers(app, this), ...this.common() } as unknown as Handlers<ToHost<V>>;
    this.channel = new Channel<ToHost<V>, ToPage<V>>(
      (frame) => app.report.start(`message to ${kind.view}`, () => panel.webview.postMessage(frame)),
      handlers,
      (error) => this.describe(error),
      0,
    );
    this.life.add({ dispose: () => this.channel.close() });
    panel.onDidDispose(() => this.life.dispose());
    this.life.add(panel.webview.onDidReceiveMessage((data: unknown) => this.receive(data)));
    this.life.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.present = false;
      }),
    );
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const title = kind.title(current);
    if (named) panel.title = title;
    panel.webview.html = pageHtml(panel.webview, dist, kind.view, title);
  }

  get subject(): V['subject'] {
    return this.current;
  }

  get visible(): boolean {
    return this.panel.visible;
  }

  /** Whether there is a page: it said hello and has not been hidden since. */
  get hasPage(): boolean {
    return this.present;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  /** Shows something else. A page that is hidden asks for it when it is made anew. */
  show(subject: V['subject']): void {
    this.current = subject;
    if (this.named) this.panel.title = this.kind.title(subject);
    this.tell('host/subject', { subject } as never);
  }

  reveal(): void {
    this.panel.reveal(undefined, false);
  }

  close(): void {
    this.panel.dispose();
  }

  /** Tells the page something, if there is a page: one that is made later asks for what it needs. */
  tell<K extends keyof ToPage<V> & string>(name: K, params: Params<ToPage<V>[K]>): void {
    if (!this.present) return;
    this.app.report.start(name, () => this.channel.call(name, params).catch(ignoreGivenUp));
  }

  private receive(data: unknown): void {
    const frame = readFrame(data);
    if (frame?.kind === 'request' && frame.name === 'page/hello') {
      this.channel.renew(frame.generation);
      this.present = true;
    }
    this.channel.receive(data);
  }

  private common(): Handlers<PageCalls<V['subject']>> {
    return {
      'page/hello': () => Promise.resolve({ subject: this.current }),
      'page/failed': ({ message, stack }) => {
        this.app.log.error(`panel ${this.kind.view}: ${stack ?? message}`);
        return Promise.resolve();
      },
      'page/reveal': async ({ rollout, range }) => {
        // Why it does not open is told in a notice: the place that was clicked has no room for a sentence.
        await this.app.report.command(vscode.l10n.t('Open Rollout'), () =>
          revealBeside(this.content, this.column, rollout, range),
        );
      },
    };
  }

  private describe(error: unknown): { message: string; user: boolean } {
    if (error instanceof UserError) return { message: error.message, user: true };
    if (!isCancellation(error)) this.app.log.error(`panel ${this.kind.view}: ${describeError(error)}`);
    return { message: vscode.l10n.t('This did not work. The log says why.'), user: true };
  }
}

/** A page may vanish while it is told something. */
function ignoreGivenUp(error: unknown): void {
  if (!(error instanceof Error && error.name === 'CallGivenUp')) throw error;
}
