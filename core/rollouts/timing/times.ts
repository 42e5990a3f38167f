import { isObject } from '../../json';
import type { WaterfallBar } from '../../protocol/rollout-detail';
import type { Rollout } from '../../trace/model';

/** What sources of times may look at. */
export type TimedRollout = Pick<Rollout, 'container' | 'recorded' | 'turns' | 'answer' | 'parts'>;

/** Something that took time, as the file tells it. */
export interface TimedStep {
  /** Index of its turn; null where it belongs to the rollout as a whole, or nobody can say. */
  readonly turn: number | null;
  readonly kind: WaterfallBar['kind'];
  readonly label: string;
  /** When it began, in milliseconds from any moment that all steps share; null where the file does not say. */
  readonly start: number | null;
  /** How long it took, in milliseconds; 0 or more. */
  readonly ms: number;
  /** Tokens that were written in it; left out where the file does not say. */
  readonly tokens?: number;
}

export interface Times {
  readonly steps: readonly TimedStep[];
  /** A clause for the reader: where the times were found. */
  readonly source: string;
  /** When the rollout began, on the same clock as the steps; left out where the first step is the beginning. */
  readonly began?: number;
  /** How long the rollout took in all, in milliseconds, where the file says more than its steps. */
  readonly total?: number;
}

/** One place where files keep times. */
export interface TimeSource {
  readonly id: string;
  /** Null where the rollout has none of its times. Never throws; linear in what is recorded. */
  read(rollout: TimedRollout): Times | null;
}

/** A duration from 0 up, in whatever unit it is; null for anything else. */
export function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Seconds as milliseconds. */
export function seconds(value: unknown): number | null {
  const found = amount(value);
  return found === null ? null : found * 1000;
}

const SECONDS_UNTIL = 1e11;

/**
 * A moment as milliseconds since 1970: ISO 8601, else a number of seconds or, from 1e11 on (the year 5138 as seconds,
 * 1973 as milliseconds), of milliseconds. Null for anything else.
 */
export function moment(value: unknown): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) return null;
    return value < SECONDS_UNTIL ? value * 1000 : value;
  }
  if (typeof value !== 'string' || value.length > 40 || !/^\d{4}-\d\d-\d\d[T ]/.test(value)) return null;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return null;
  // Date keeps milliseconds alone; calls follow each other within one.
  const finer = /\.\d{3}(\d{1,6})/.exec(value)?.[1];
  return finer === undefined ? time : time + Number(`0.${finer}`);
}

/** A stretch of time with a beginning and an end, in milliseconds. */
export interface Stretch {
  readonly start: number;
  readonly ms: number;
}

/** `{start, end}` in seconds since 1970 (verifiers' `TimeSpan`); null where either is missing or the end comes first. */
export function stretchOf(value: unknown): Stretch | null {
  if (!isObject(value)) return null;
  const [start, end] = [seconds(value['start']), seconds(value['end'])];
  return start === null || end === null || start === 0 || end < start ? null : { start, ms: end - start };
}

/** A text of the file where it is one and not empty, else a fallback. */
export function named(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : otherwise;
}
