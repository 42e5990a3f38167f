import type { JobView } from '../../training/job-view';
import type { WireNumber } from '../../protocol/bridge/events';
import type { ParameterValue } from '../../protocol/bridge/jobs';
import type { RecipeDetail } from '../../protocol/bridge/recipes';
import type { Call } from './channel';
import type { ViewContract } from './page';

/** Values of a recipe's parameters by name. */
export type TrainingParams = Readonly<Record<string, ParameterValue>>;

/** A recipe about to be run, with values to begin from (null for its defaults), or a job. */
export type TrainingSubject =
  | { readonly kind: 'form'; readonly recipe: string; readonly params: TrainingParams | null }
  | { readonly kind: 'job'; readonly recipe: string; readonly job: string };

/** How the window stands to the bridge. */
export interface Connection {
  readonly kind: 'connected' | 'connecting' | 'reconnecting' | 'refused';
  /** Why there is no connection; empty where there is nothing to say. */
  readonly why: string;
}

/** What the interpreter that jobs run with can do. */
export interface EnvironmentReport {
  /** The interpreter as it is set, and where it was found; null where it was not. */
  readonly python: string;
  readonly path: string | null;
  /** What is missing and how to get it; null where the recipe can run. */
  readonly fault: string | null;
}

/** Points of a metric, to be put behind those the page has. */
export interface MetricPoints {
  readonly name: string;
  /** How many points come before these. */
  readonly from: number;
  readonly steps: readonly number[];
  readonly values: readonly WireNumber[];
}

/** What is known of a job, without its points. */
export type JobHead = Omit<JobView, 'metrics' | 'names'> & {
  readonly params: TrainingParams;
  readonly stageTitles: Readonly<Record<string, string>>;
};

/** A job's news. */
export interface JobUpdate {
  readonly connection: Connection;
  /** Null until the bridge told something of it. */
  readonly head: JobHead | null;
  /** The points so far are of another history: forget them. */
  readonly reset: boolean;
  readonly points: readonly MetricPoints[];
}

/** A piece of a log as it stands in its file. */
export interface LogPiece {
  /** Offset of the first byte in the file. */
  readonly offset: number;
  /** Another number means another file: forget what came before. */
  readonly generation: number;
  /** Bytes before this piece that were left out. */
  readonly gap: number;
  readonly bytes: Uint8Array;
}

/** A file that a job wrote. */
export interface JobOutput {
  readonly id: string;
  readonly kind: string;
  /** Relative to the job's folder. */
  readonly path: string;
  readonly bytes: number;
  /** What is done with it: text opens, of a model the path is copied. */
  readonly action: 'open' | 'copy';
}

/** A start that was refused for its parameters, or done. */
export type StartReply =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problems: readonly { readonly parameter: string; readonly message: string }[];
    };

/** The panel that starts a training job, and the one that follows it. */
export interface TrainingView extends ViewContract {
  readonly subject: TrainingSubject;
  readonly toHost: {
    readonly 'training/recipe': Call<null, RecipeDetail>;
    readonly 'training/check': Call<{ readonly params: TrainingParams }, EnvironmentReport>;
    readonly 'training/choosePython': Call<null, void>;
    /** Lets the user pick a file or folder for a path; null where they did not. */
    readonly 'training/browse': Call<{ readonly parameter: string }, string | null>;
    readonly 'training/openDocs': Call<null, void>;
    readonly 'training/start': Call<{ readonly params: TrainingParams }, StartReply>;
    /** Tells of the job for as long as the call lasts. */
    readonly 'training/follow': Call<null, void, JobUpdate>;
    /** Sends the log from an offset on (negative: from the end) until the job is over. */
    readonly 'training/log': Call<{ readonly offset: number }, void, LogPiece>;
    /** What is there of a range of the log. */
    readonly 'training/logRange': Call<
      { readonly offset: number; readonly length: number },
      readonly LogPiece[]
    >;
    readonly 'training/cancel': Call<{ readonly now: boolean }, void>;
    readonly 'training/runAgain': Call<null, void>;
    /** Opens the form with the job's parameters in it. */
    readonly 'training/edit': Call<null, void>;
    readonly 'training/openLog': Call<null, void>;
    readonly 'training/outputs': Call<null, readonly JobOutput[]>;
    readonly 'training/output': Call<{ readonly path: string }, void>;
  };
  readonly toPage: {
    /** Another interpreter is set: the environment may be another. */
    readonly 'training/pythonChanged': Call<null, void>;
  };
}
