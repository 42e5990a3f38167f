import type * as vscode from 'vscode';
import type { LogChunk } from '../../core/training/client/log-reader';
import type { JobView } from '../../core/training/job-view';
import type { Reply, RequestData, RequestType } from '../../core/protocol/bridge/messages';
import type { Connection, EnvironmentReport, TrainingParams } from '../../core/protocol/panels/training';

/** Up to which event each job that this workspace follows was processed, by bridge and job. */
export type Seen = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface LinkOptions {
  /** State folder of the local bridge. */
  readonly state: string;
  /** Path of the bridge's bundle. */
  readonly program: string;
  readonly version: string;
  readonly clientId: string;
  readonly seen: Seen;
  /** Told after events were processed. */
  readonly onSeen: (seen: Seen) => void;
  readonly onError: (error: Error) => void;
}

/** A log that is being read. */
export interface OpenLog extends AsyncIterable<LogChunk> {
  close(): void;
}

/** The connection to the bridge of this machine, and what its events say of the jobs that someone watches. */
export interface BridgeLink extends vscode.Disposable {
  readonly connection: Connection;
  readonly onDidChangeConnection: vscode.Event<Connection>;
  /** A job that is watched has news. */
  readonly onDidChangeJob: vscode.Event<string>;
  /** A job that is followed is over. Told once, also where that happened while no window was open. */
  readonly onDidEnd: vscode.Event<JobView>;
  request<T extends RequestType>(type: T, data: RequestData<T>): Promise<Reply<T>>;
  /** What is known of a job; a view without events where it is not watched. */
  view(job: string): JobView;
  /** Counts up when the events of a job come again from the first. */
  history(job: string): number;
  /** Hears of a job until disposed. */
  watch(job: string): vscode.Disposable;
  /** Hears of a job until it is over, also in the next window. */
  track(job: string): void;
  /** Jobs that are tracked. */
  readonly tracked: readonly string[];
  /** Follows a log from an offset on (negative: from the end), and may leave bytes out where it is far behind. */
  openLog(job: string, offset: number): OpenLog;
  readLog(job: string, offset: number, length: number): OpenLog;
  /** The last bytes of a log as far as it is now, `most` at most. */
  readTail(job: string, most: number): AsyncIterable<LogChunk>;
}

/** What the bundle `dist/training.js` holds. */
export interface TrainingBundle {
  /** Finds the bridge or starts it, and connects. Rejects where it cannot be started. */
  openLink(options: LinkOptions): Promise<BridgeLink>;
  /** Absolute path of an interpreter: a path, or a name on the PATH; null where there is none. */
  findProgram(text: string): string | null;
  /** Runs what a recipe asks of its environment. An abort ends it. */
  checkEnvironment(
    recipe: { readonly id: string; readonly digest: string },
    places: { readonly product: string; readonly python: string; readonly params: TrainingParams },
    signal: AbortSignal,
  ): Promise<EnvironmentReport>;
  /** Lets the bridge of a state folder use an interpreter, and files of these folders. */
  allow(state: string, python: string, folders: readonly string[]): void;
  stateFolder(): string;
  /** Folder of the files that a job of the local bridge writes. */
  workFolder(job: string): string;
  newLaunchKey(): string;
}
