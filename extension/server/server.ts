import * as vscode from 'vscode';
import { CONFIG_NAME } from '../../core/config/config-name';
import { notifications, type NotificationName, type RequestName } from '../../core/protocol/server';
import { DisposableStore } from '../common/disposable-store';
import type { Reporter } from '../common/reporter';
import type { QuietClient } from './client';
import { toError } from './request-error';

/** How the language server is: not needed yet, on its way, at work, or given up after too many crashes. */
export type Health = 'idle' | 'starting' | 'running' | 'stopped';

/**
 * The language server as the rest of the extension sees it. It starts with the first request; a crash is followed
 * by a restart until it crashes too often, then it stays down until the user restarts it.
 */
export class Server {
  private readonly healthEmitter = new vscode.EventEmitter<Health>();
  private readonly startEmitter = new vscode.EventEmitter<{ readonly again: boolean }>();
  private readonly fileEmitter = new vscode.EventEmitter<vscode.Uri>();
  private readonly settingsEmitter = new vscode.EventEmitter<void>();
  private readonly configEmitter = new vscode.EventEmitter<void>();
  private starting: Promise<QuietClient> | undefined;
  private running: QuietClient | undefined;
  /** The life of the client of one server process, restarts after crashes included. */
  private life = new DisposableStore();
  private current: Health = 'idle';
  private disposed = false;
  private starts = 0;
  private tokens = 0;

  readonly onDidChangeHealth = this.healthEmitter.event;
  /** A new server process runs, which knows nothing of what an earlier one (`again`) was told. */
  readonly onDidStart = this.startEmitter.event;
  /** A file changed on disk, and with it what virtual documents show of it. */
  readonly onDidChangeFile = this.fileEmitter.event;

  /** The server was told that settings changed: from here on it answers by the new ones. */
  readonly onDidTellSettings = this.settingsEmitter.event;

  /** A `tracehop.yml` changed, and the server answers by the new one. */
  readonly onDidChangeConfig = this.configEmitter.event;

  constructor(
    private readonly module: string,
    private readonly storage: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly report: Reporter,
  ) {}

  get health(): Health {
    return this.current;
  }

  /** The id of the process that runs, or null. */
  get process(): number | null {
    return this.running?.serverProcess?.pid ?? null;
  }

  /** Starts the server where it does not run. */
  async start(): Promise<void> {
    await this.client();
  }

  /** Ends the process and starts another, also after it was given up. */
  async restart(): Promise<void> {
    this.log.info('restarting the language server');
    await this.stop();
    this.setHealth('idle');
    await this.client();
  }

  /**
   * Asks the server. Rejects with a `UserError` where the server has a sentence for the user. `onProgress` hears what
   * the server says of the request until it answers.
   */
  async request<P, R, G = never>(
    name: RequestName<P, R, G>,
    params: P,
    wanted?: vscode.CancellationToken | AbortSignal,
    { onProgress }: { readonly onProgress?: (progress: G) => void } = {},
  ): Promise<R> {
    const client = await this.client();
    const source = wanted instanceof AbortSignal ? cancelledBy(wanted) : undefined;
    const token = wanted instanceof AbortSignal ? source?.token : wanted;
    const progress = onProgress && (await this.listen(client, name, onProgress));
    const sent = progress ? { ...params, progressToken: progress.token } : params;
    try {
      // An absent token would count as a second parameter.
      return await (token
        ? client.sendRequest<R>(name.method, sent, token)
        : client.sendRequest<R>(name.method, sent));
    } catch (error) {
      throw toError(error, pathsIn(params));
    } finally {
      progress?.listener.dispose();
      source?.dispose();
    }
  }

  private async listen<P, R, G>(
    client: QuietClient,
    { method }: RequestName<P, R, G>,
    hear: (progress: G) => void,
  ): Promise<{ readonly token: string; readonly listener: vscode.Disposable }> {
    const { ProgressType } = await import('./client');
    const token = `${method}#${++this.tokens}`;
    return { token, listener: client.onProgress(new ProgressType<G>(), token, hear) };
  }

  /** Tells the server, if it runs; one that starts later is told by those who listen to `onDidStart`. */
  notify<P>(name: NotificationName<P>, params: P): void {
    if (this.current !== 'running') return;
    this.report.start(name.method, async () => (await this.client()).sendNotification(name.method, params));
  }

  /** Ends the process for good. */
  async stop(): Promise<void> {
    const { starting, life } = this;
    this.starting = undefined;
    this.life = new DisposableStore();
    life.dispose();
    if (!starting) return;
    await this.report.quietly('stop the language server', undefined, async () => (await starting).dispose());
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    await this.stop();
    const { healthEmitter, startEmitter, fileEmitter, settingsEmitter, configEmitter } = this;
    for (const emitter of [healthEmitter, startEmitter, fileEmitter, settingsEmitter, configEmitter])
      emitter.dispose();
  }

  private client(): Promise<QuietClient> {
    if (this.disposed) return Promise.reject(new vscode.CancellationError());
    return (this.starting ??= this.launch());
  }

  private async launch(): Promise<QuietClient> {
    const { life } = this;
    const since = performance.now();
    this.setHealth('starting');
    const { State, createClient } = await import('./client');
    const configs = life.add(vscode.workspace.createFileSystemWatcher(`**/${CONFIG_NAME}`));
    const client = createClient(
      this.module,
      this.storage,
      this.log,
      configs,
      () => this.setHealth('stopped'),
      () => this.settingsEmitter.fire(),
    );
    this.running = client;
    life.add({ dispose: () => (this.running = undefined) });
    life.add(client.onNotification(notifications.fileChanged.method, this.fileChanged));
    life.add(client.onNotification(notifications.configChanged.method, () => this.configEmitter.fire()));
    life.add(
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) {
          this.setHealth('running');
          this.startEmitter.fire({ again: this.starts++ > 0 });
        } else if (newState === State.Starting) this.setHealth('starting');
        else if (newState === State.StartFailed) this.setHealth('stopped');
      }),
    );
    await client.start().catch((error: unknown) => {
      // Requests that wait for it get their answer from the client itself: it is not running.
      this.log.error('the language server did not start', String(error));
      this.setHealth('stopped');
    });
    this.log.info(`language server: ${this.current} after ${Math.round(performance.now() - since)} ms`);
    return client;
  }

  private readonly fileChanged = ({ file }: { file: string }): void => {
    this.fileEmitter.fire(vscode.Uri.parse(file, true));
  };

  private setHealth(health: Health): void {
    if (this.current === health || this.disposed) return;
    this.current = health;
    this.healthEmitter.fire(health);
  }
}

/** A token that is cancelled when a signal fires, for as long as it is not disposed. */
function cancelledBy(signal: AbortSignal): vscode.CancellationTokenSource {
  const source = new vscode.CancellationTokenSource();
  if (signal.aborted) source.cancel();
  else signal.addEventListener('abort', () => source.cancel(), { once: true });
  return source;
}

/** Paths that a sentence about a request may name: that of the file it is about. */
function pathsIn(params: unknown): readonly string[] {
  const file = typeof params === 'object' && params !== null && 'file' in params ? params.file : null;
  return typeof file === 'string' ? [vscode.Uri.parse(file, true).fsPath] : [];
}
