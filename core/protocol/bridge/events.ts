import type { Envelope } from './envelope';
import type { JobInfo, JobState, Reason, StageState } from './jobs';

/** A metric's value in JSON, which has no word for the others. */
export type WireNumber = number | 'NaN' | 'Infinity' | '-Infinity';

/** [number of the name, step, value, wall milliseconds or null]. */
export type MetricRow = readonly [number, number, WireNumber, number | null];

/** What the events of the streams carry, by type. */
export interface EventData {
  'job.state': {
    readonly job: string;
    readonly state: JobState;
    readonly previous: JobState | null;
    readonly reason: Reason | null;
    readonly exit_code: number | null;
    readonly signal: string | null;
    readonly stage: string | null;
    /** A sentence for the user, or null. */
    readonly message: string | null;
    readonly cancel_requested: boolean;
    readonly recipe: string;
    readonly title: string;
    readonly name: string | null;
  };
  'stage.state': {
    readonly job: string;
    readonly stage: string;
    readonly state: StageState;
    readonly exit_code: number | null;
    readonly signal: string | null;
  };
  progress: {
    readonly job: string;
    readonly step: number;
    readonly total: number | null;
    readonly epoch: number | null;
    /** Steps a second over the last minute; null before two steps were seen. */
    readonly rate: number | null;
    /** Seconds left; null where total or rate is not known. */
    readonly eta_s: number | null;
  };
  'metric.batch': {
    readonly job: string;
    /** Names that this batch brings for the first time, by number. */
    readonly names: Readonly<Record<string, string>>;
    readonly rows: readonly MetricRow[];
    /**
     * Where the rows were read from: `end` is the byte after the last line that is here in full, `part` the number of
     * rows of the line after it that are here too.
     */
    readonly source: { readonly file: string; readonly end: number; readonly part: number };
  };
  warning: {
    readonly job: string | null;
    readonly code: string;
    readonly message: string;
    readonly count: number;
  };
  'bridge.notice': {
    readonly kind: 'started' | 'draining' | 'restarting' | 'disk_low' | 'disk_full';
    readonly message: string;
  };
}

export type EventType = keyof EventData;

/** An event of a stream, as its line in the stream's file. */
export type StreamEvent = {
  readonly [T in EventType]: {
    readonly v: 1;
    readonly t: T;
    readonly s: string;
    readonly q: number;
    readonly ts: number;
    readonly d: EventData[T];
  };
}[EventType];

/** Messages that belong to a connection and to no stream. */
export interface PushData {
  'chan.open': {
    readonly channel: number;
    readonly job: string;
    readonly file: string;
    readonly generation: number;
    readonly offset: number;
  };
  'chan.close': {
    readonly channel: number;
    /** Bytes of the file when the channel was closed. */
    readonly size: number;
    readonly reason: 'end' | 'closed' | 'rotated' | 'failed';
    readonly generation: number;
  };
  'log.gap': {
    readonly channel: number;
    readonly file: string;
    readonly from: number;
    readonly to: number;
    readonly reason: 'slow client';
  };
  /** The client's cursor is of no use: forget the stream's events; it is sent again from its first. */
  snapshot: { readonly stream: string; readonly seq: number; readonly job: JobInfo | null };
}

export type PushType = keyof PushData;

const EVENT_TYPES: Readonly<Record<EventType, true>> = {
  'job.state': true,
  'stage.state': true,
  progress: true,
  'metric.batch': true,
  warning: true,
  'bridge.notice': true,
};

/** Whether an envelope is an event that this side knows. Its data is trusted: the bridge wrote it. */
export function isStreamEvent(envelope: Envelope): envelope is Envelope & StreamEvent {
  return envelope.s !== undefined && envelope.q !== undefined && Object.hasOwn(EVENT_TYPES, envelope.t);
}

/** The stream that tells what happens on the host. */
export const CONTROL = 'control';

/** Name of a job's stream. */
export function jobStream(job: string): string {
  return `job:${job}`;
}

/** JSON's spelling of a number. */
export function toWire(value: number): WireNumber {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

/** The number that JSON spells. */
export function fromWire(value: WireNumber): number {
  return Number(value);
}
