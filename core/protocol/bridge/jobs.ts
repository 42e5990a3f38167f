/** States of a job; the last five are its end. */
export const JOB_STATES = [
  'accepted',
  'queued',
  'preparing',
  'services_starting',
  'starting',
  'running',
  'stopping',
  'adopting',
  'unknown',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
  'lost',
] as const;

export type JobState = (typeof JOB_STATES)[number];

export const TERMINAL_STATES = ['succeeded', 'failed', 'cancelled', 'timed_out', 'lost'] as const;

/** Whether a job in this state is over. */
export function isTerminal(state: JobState): boolean {
  return (TERMINAL_STATES as readonly JobState[]).includes(state);
}

/** Why a job is in its state. A closed list. */
export const REASONS = [
  'exit_code',
  'signal',
  'oom',
  'cuda_oom',
  'missing_output',
  'forbidden_log',
  'spawn_failed',
  'readiness_timeout',
  'service_died',
  'disk_full',
  'log_limit',
  'idle_output',
  'wall_time',
  'node_fail',
  'preempted',
  'scheduler_rejected',
  'engine_lost',
  'not_started',
  'user',
  'bridge_shutdown',
  'adopted_gone',
] as const;

export type Reason = (typeof REASONS)[number];

const ENDS = TERMINAL_STATES;

/** Where each state may lead. */
const EDGES: Readonly<Record<JobState, readonly JobState[]>> = {
  accepted: ['queued', 'preparing', 'cancelled', 'lost'],
  queued: ['preparing', 'starting', 'cancelled', 'failed'],
  preparing: ['services_starting', 'starting', 'failed', 'cancelled', 'lost'],
  services_starting: ['starting', 'failed', 'stopping', 'adopting', 'lost'],
  starting: ['running', 'failed', 'stopping', 'adopting', 'lost'],
  running: ['stopping', 'succeeded', 'failed', 'timed_out', 'lost', 'adopting', 'unknown'],
  stopping: ['cancelled', 'timed_out', 'failed', 'succeeded', 'lost', 'adopting', 'unknown'],
  adopting: ['running', 'stopping', ...ENDS],
  unknown: ['running', ...ENDS],
  succeeded: [],
  failed: [],
  cancelled: [],
  timed_out: [],
  lost: [],
};

/** Whether a job may go from one state to another. */
export function mayBecome(from: JobState, to: JobState): boolean {
  return EDGES[from].includes(to);
}

/** States of a stage. */
export type StageState = 'pending' | 'starting' | 'running' | 'succeeded' | 'failed' | 'stopped';

/** A job as the bridge shows it; no path, no environment. */
export interface JobInfo {
  readonly job: string;
  readonly launch_key: string;
  readonly spec_hash: string;
  readonly recipe: string;
  readonly recipe_version: number;
  readonly recipe_digest: string;
  readonly title: string;
  readonly engine: string;
  readonly params: Readonly<Record<string, ParameterValue>>;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly stages: readonly { readonly id: string; readonly title: string }[];
  readonly state: JobState;
  readonly reason: Reason | null;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly message: string | null;
  readonly cancel_requested: boolean;
  /** Milliseconds of the bridge's clock; null before that happened. */
  readonly created_ms: number;
  readonly started_ms: number | null;
  readonly ended_ms: number | null;
  /** Last sequence number of the job's event stream. */
  readonly seq: number;
}

export type ParameterValue = string | number | boolean;

const INFO_KEYS: Readonly<Record<keyof JobInfo, true>> = {
  ...{
    job: true,
    launch_key: true,
    spec_hash: true,
    recipe: true,
    recipe_version: true,
    recipe_digest: true,
  },
  ...{
    title: true,
    engine: true,
    params: true,
    name: true,
    tags: true,
    notes: true,
    stages: true,
    state: true,
  },
  ...{ reason: true, exit_code: true, signal: true, message: true, cancel_requested: true, created_ms: true },
  ...{ started_ms: true, ended_ms: true, seq: true },
};

/** The part of a larger object that clients may see, and nothing else of it. */
export function infoOf(whole: JobInfo): JobInfo {
  const entries = Object.entries(whole).filter(([key]) => Object.hasOwn(INFO_KEYS, key));
  return Object.fromEntries(entries) as unknown as JobInfo;
}
