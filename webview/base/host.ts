import { Channel, CallGivenUp, type Handlers } from '../../core/protocol/panels/channel';
import type { HostCalls, ToHost, ToPage, ViewContract } from '../../core/protocol/panels/page';
import { messageOf } from '../../core/message-of';

/** What VS Code gives a page; it may be asked for only once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension, as a page sees it. */
export interface Host<V extends ViewContract> {
  readonly channel: Channel<ToPage<V>, ToHost<V>>;
  /** What the panel shows; `onSubject` is told when that changes. */
  readonly subject: V['subject'];
  onSubject(listener: (subject: V['subject']) => void): () => void;
  /** Small state of the view (a cursor, a choice), kept over reloads beside the subject. Never data. */
  readonly viewState: unknown;
  keep(viewState: unknown): void;
}

let api: VsCodeApi | undefined;

/** Says hello, and resolves once the extension said what the panel shows. */
export async function connect<V extends ViewContract>(handlers: Handlers<V['toPage']>): Promise<Host<V>> {
  const vscode = (api ??= acquireVsCodeApi());
  const listeners = new Set<(subject: V['subject']) => void>();
  let viewState = readViewState(vscode.getState());
  let subject: V['subject'];
  const store = (): void => vscode.setState({ subject, viewState });
  const common: Handlers<HostCalls<V['subject']>> = {
    'host/subject': (params) => {
      subject = params.subject;
      viewState = undefined;
      store();
      for (const listener of listeners) listener(subject);
      return Promise.resolve();
    },
  };
  const channel = new Channel<ToPage<V>, ToHost<V>>(
    (frame) => vscode.postMessage(frame),
    { ...handlers, ...common },
    (error) => ({ message: messageOf(error), user: false }),
    crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
  );
  window.addEventListener('message', (event) => channel.receive(event.data));
  const report = (error: unknown): void => reportFailure(channel, error);
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof CallGivenUp)) report(event.reason);
  });
  const hello = await (channel as unknown as Hello<V>).call('page/hello', {});
  subject = hello.subject;
  store();
  return {
    channel,
    get subject() {
      return subject;
    },
    onSubject: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get viewState() {
      return viewState;
    },
    keep: (state) => {
      viewState = state;
      store();
    },
  };
}

interface Hello<V extends ViewContract> {
  call(name: 'page/hello', params: Record<string, never>): Promise<{ subject: V['subject'] }>;
}

interface Reports {
  call(name: 'page/failed', params: { message: string; stack: string | null }): Promise<void>;
}

/** Has the extension log what nobody in the page caught. */
export function reportFailure(channel: Reports, error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  // Where even this fails there is nobody left to tell.
  channel.call('page/failed', { message: messageOf(error), stack }).catch(() => undefined);
}

function readViewState(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'viewState' in state ? state.viewState : undefined;
}
