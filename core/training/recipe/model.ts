import type { Parameter } from '../../protocol/bridge/recipes';

/** What a stage runs in. */
export interface Environment {
  readonly kind: 'system';
  /** Template of the interpreter's absolute path. */
  readonly interpreter: string;
  readonly env: Readonly<Record<string, string>>;
  readonly checks: readonly EnvironmentCheck[];
}

/** A program that must end with 0 before a job starts. */
export interface EnvironmentCheck {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  /** What a user reads when it does not. */
  readonly hint: string;
}

export interface Stage {
  readonly id: string;
  readonly title: string;
  readonly environment: string;
  /** Template of an absolute path. */
  readonly cwd: string;
  /** Templates, one for each argument. Begins with an option: the environment's interpreter stands before it. */
  readonly argv: readonly string[];
  /** Template of the number of steps; null where the metrics tell, or nothing does. */
  readonly total: string | null;
  readonly stop: { readonly signal: StopSignal; readonly graceMs: number };
}

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGUSR1'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

export const OUTPUT_KINDS = ['metrics_file', 'log_file', 'report', 'torch_file'] as const;

export interface Output {
  readonly id: string;
  readonly kind: (typeof OUTPUT_KINDS)[number];
  /** Relative to the job's folder. */
  readonly glob: string;
}

/** Where metrics come from. */
export interface MetricSource {
  /** Glob relative to the job's folder. */
  readonly source: string;
  readonly parser: 'jsonl';
  readonly stepKey: string;
}

/** A declared training job, checked: every template resolves, every reference leads somewhere. */
export interface Recipe {
  readonly recipe: string;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  /** Page about it, relative to the installation; null where there is none. */
  readonly docs: string | null;
  readonly system: string;
  readonly engines: readonly string[];
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly environments: Readonly<Record<string, Environment>>;
  readonly stages: readonly Stage[];
  readonly gpusMin: number;
  readonly outputs: readonly Output[];
  readonly metrics: readonly MetricSource[];
  readonly success: { readonly exitCodes: readonly number[]; readonly require: readonly string[] };
  readonly limits: { readonly wallTimeMs: number | null; readonly logBytes: number };
}

/** A fault of a recipe: where, as `stages[0].argv`, and what. */
export interface RecipeProblem {
  readonly at: string;
  readonly message: string;
}
