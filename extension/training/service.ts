import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import type { TrainingParams } from '../../core/protocol/panels/training';
import type { JobView } from '../../core/training/job-view';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { setting } from '../settings';
import { userErrorOf } from './errors';
import type { BridgeLink, Seen, TrainingBundle } from './link';

/** Where the extension keeps what outlives a window: ids alone, no token, no address. */
const SEEN = 'tracehop.training.seen';
const CLIENT = 'tracehop.training.client';

/**
 * Training as the rest of the extension sees it. The websocket client is loaded, and the bridge found or started, when
 * someone first needs them; the connection ends when nobody does any more, and jobs go on without it.
 */
export class TrainingService {
  private readonly endEmitter = new vscode.EventEmitter<JobView>();
  private readonly jobEmitter = new vscode.EventEmitter<void>();
  private opening: Promise<BridgeLink> | undefined;
  private current: BridgeLink | null = null;
  private holders = 0;

  /** A job that is followed is over. */
  readonly onDidEnd = this.endEmitter.event;
  /** Something about the jobs that are followed changed. */
  readonly onDidChange = this.jobEmitter.event;

  constructor(private readonly app: App) {
    app.life.add({ dispose: () => void this.current?.dispose() });
    for (const emitter of [this.endEmitter, this.jobEmitter]) app.life.add(emitter);
  }

  /** Jobs that are followed and not over, as far as is known. */
  get running(): readonly JobView[] {
    const link = this.current;
    return link ? link.tracked.map((job) => link.view(job)).filter(({ seq }) => seq > 0) : [];
  }

  /** Goes on following the jobs that an earlier window of this workspace followed; loads nothing where there are none. */
  resume(): void {
    if (Object.keys(this.seen).length === 0 || !vscode.workspace.isTrusted) return;
    this.app.report.start('follow jobs', () => this.use(() => Promise.resolve()));
  }

  /** Keeps the connection for as long as something is open; it is made when it is first used. */
  hold(): vscode.Disposable {
    this.holders++;
    return new vscode.Disposable(() => {
      this.holders--;
      this.settle();
    });
  }

  /** Does something with the bridge. Rejects with a UserError for what the bridge says to the user. */
  async use<T>(work: (link: BridgeLink, bundle: TrainingBundle) => Promise<T>): Promise<T> {
    requireTrust();
    this.holders++;
    try {
      const { bundle } = await import('./training');
      return await work(await this.link(bundle), bundle);
    } catch (error) {
      throw userErrorOf(error);
    } finally {
      this.holders--;
      this.settle();
    }
  }

  /** Starts a job with the interpreter of the settings and the files of the workspace. */
  launch(recipe: string, digest: string | null, params: TrainingParams): Promise<JobInfo> {
    return this.use(async (link, bundle) => {
      const named = setting('training.python');
      const python = bundle.findProgram(named);
      if (python === null)
        throw new UserError(vscode.l10n.t('There is no program {0}. Choose a Python first.', named));
      const folders = vscode.workspace.workspaceFolders ?? [];
      bundle.allow(
        bundle.stateFolder(),
        python,
        folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
      );
      const { job } = await link.request('job.launch', {
        launch_key: bundle.newLaunchKey(),
        ...{ recipe, recipe_digest: digest, params, engine: 'local' },
        ...{ name: null, tags: [], notes: null, queue_if_busy: true },
      });
      link.track(job.job);
      return job;
    });
  }

  private link(bundle: TrainingBundle): Promise<BridgeLink> {
    // One that the bridge does not take back is of no use any more.
    if (this.current?.connection.kind === 'refused') this.drop(this.current);
    this.opening ??= this.open(bundle).catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async open(bundle: TrainingBundle): Promise<BridgeLink> {
    const { context, log, report } = this.app;
    const { version } = context.extension.packageJSON as { readonly version: string };
    const clientId = context.globalState.get<string>(CLIENT) ?? randomUUID();
    report.start('client id', () => context.globalState.update(CLIENT, clientId));
    const link = await bundle.openLink({
      state: bundle.stateFolder(),
      program: vscode.Uri.joinPath(context.extensionUri, 'dist', 'bridge.js').fsPath,
      version,
      clientId,
      seen: this.seen,
      onSeen: (seen) => report.start('jobs seen', () => context.workspaceState.update(SEEN, seen)),
      onError: (error) => log.warn(`bridge: ${error.message}`),
    });
    this.current = link;
    link.onDidChangeJob(() => {
      this.jobEmitter.fire();
      this.settle();
    });
    link.onDidChangeConnection(({ kind, why }) => {
      log.info(`bridge: ${kind}${why === '' ? '' : ` (${why})`}`);
      this.jobEmitter.fire();
      this.settle();
    });
    link.onDidEnd((view) => this.endEmitter.fire(view));
    return link;
  }

  private get seen(): Seen {
    return this.app.context.workspaceState.get<Seen>(SEEN, {});
  }

  /** Ends the connection where nobody needs it. */
  private settle(): void {
    const link = this.current;
    if (!link || this.holders > 0 || link.tracked.length > 0 || link.connection.kind === 'connecting') return;
    this.drop(link);
    this.jobEmitter.fire();
  }

  private drop(link: BridgeLink): void {
    link.dispose();
    this.current = null;
    this.opening = undefined;
  }
}

/** Throws a UserError in a workspace that is not trusted: recipes run programs. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(
    vscode.l10n.t('Training runs programs, so it needs a trusted workspace. Trust this one, then try again.'),
  );
}
