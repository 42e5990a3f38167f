import type { EventData, StreamEvent } from '../protocol/bridge/events';
import { fromWire } from '../protocol/bridge/events';
import type { JobState, Reason, StageState } from '../protocol/bridge/jobs';
import { append, emptyColumns, type MetricColumns } from './metric-columns';

/** How far a job is. */
export type JobProgress = Omit<EventData['progress'], 'job'>;

export interface JobStageView {
  readonly stage: string;
  readonly state: StageState;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface JobWarning {
  readonly code: string;
  readonly message: string;
  /** Milliseconds of the bridge's clock. */
  readonly at: number;
}

/** All that the events of a job's stream say, so far. */
export interface JobView {
  readonly job: string;
  /** Number of the last event that is in. */
  readonly seq: number;
  readonly title: string;
  readonly recipe: string;
  readonly name: string | null;
  readonly state: JobState;
  readonly reason: Reason | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly message: string | null;
  readonly cancelRequested: boolean;
  /** Milliseconds of the bridge's clock; null before that happened. */
  readonly acceptedAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly stages: readonly JobStageView[];
  readonly progress: JobProgress | null;
  readonly metrics: ReadonlyMap<string, MetricColumns>;
  /** Names of metrics by their number in the rows. */
  readonly names: ReadonlyMap<number, string>;
  /** Points that are NaN or infinite. */
  readonly nonFinite: number;
  readonly warnings: readonly JobWarning[];
}

/** A job before its first event. */
export function emptyJobView(job: string): JobView {
  return {
    ...{ job, seq: 0, title: '', recipe: '', name: null, state: 'accepted', reason: null, exitCode: null },
    ...{
      signal: null,
      message: null,
      cancelRequested: false,
      acceptedAt: null,
      startedAt: null,
      endedAt: null,
    },
    ...{ stages: [], progress: null, metrics: new Map(), names: new Map(), nonFinite: 0, warnings: [] },
  };
}

/** The view with one more event. An event that is in already, or of another stream, changes nothing. */
export function reduceJob(view: JobView, event: StreamEvent): JobView {
  if (event.s !== `job:${view.job}` || event.q <= view.seq) return view;
  const next = { ...view, seq: event.q };
  switch (event.t) {
    case 'job.state':
      return { ...next, ...stateOf(view, event.d, event.ts) };
    case 'stage.state': {
      const { stage, state, exit_code: exitCode, signal } = event.d;
      const others = view.stages.filter((each) => each.stage !== stage);
      return { ...next, stages: [...others, { stage, state, exitCode, signal }] };
    }
    case 'progress': {
      const { step, total, epoch, rate, eta_s } = event.d;
      return { ...next, progress: { step, total, epoch, rate, eta_s } };
    }
    case 'metric.batch':
      return { ...next, ...metricsOf(view, event.d) };
    case 'warning': {
      const { code, message } = event.d;
      return { ...next, warnings: [...view.warnings, { code, message, at: event.ts }] };
    }
    case 'bridge.notice':
      return next;
  }
}

function stateOf(view: JobView, data: EventData['job.state'], at: number): Partial<JobView> {
  const begun = data.state === 'starting' || data.state === 'running';
  const over = ['succeeded', 'failed', 'cancelled', 'timed_out', 'lost'].includes(data.state);
  return {
    title: data.title,
    recipe: data.recipe,
    name: data.name,
    state: data.state,
    reason: data.reason,
    exitCode: data.exit_code,
    signal: data.signal,
    message: data.message,
    cancelRequested: data.cancel_requested,
    acceptedAt: view.acceptedAt ?? at,
    startedAt: view.startedAt ?? (begun ? at : null),
    endedAt: over ? at : null,
  };
}

function metricsOf(view: JobView, data: EventData['metric.batch']): Partial<JobView> {
  const names = new Map(view.names);
  for (const [number, name] of Object.entries(data.names)) names.set(Number(number), name);
  const metrics = new Map(view.metrics);
  let { nonFinite } = view;
  for (const [number, step, wire, wallMs] of data.rows) {
    const name = names.get(number);
    if (name === undefined) continue;
    const value = fromWire(wire);
    if (!Number.isFinite(value)) nonFinite++;
    metrics.set(name, append(metrics.get(name) ?? emptyColumns(), step, value, wallMs));
  }
  return { names, metrics, nonFinite };
}
