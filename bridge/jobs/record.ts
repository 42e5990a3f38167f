import { join } from 'node:path';
import { isObject } from '../../core/json';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import { readJson, writeAtomic } from '../../core/training/files';
import type { MetricSource, Output } from '../../core/training/recipe/model';
import type { CheckPlan, StagePlan } from '../../core/training/recipe/render';
import type { Handle } from '../engines/engine';

/** What a job runs, rendered at launch: later changes of the recipe's file do not reach it. */
export interface Plan {
  readonly stages: readonly StagePlan[];
  readonly checks: readonly CheckPlan[];
  readonly outputs: readonly Output[];
  readonly metrics: readonly MetricSource[];
  readonly require: readonly string[];
  readonly exitCodes: readonly number[];
  readonly wallTimeMs: number | null;
  readonly logBytes: number;
}

/** A job on disk: `jobs/ID/record.json`. */
export interface JobRecord extends JobInfo {
  readonly plan: Plan;
  readonly handle: Handle | null;
  /** What was asked last; survives a restart of the bridge. */
  readonly cancel: 'graceful' | 'now' | null;
  readonly queued: boolean;
}

/** Where the parts of a job lie. */
export const jobFiles = (folder: string) => ({
  record: join(folder, 'record.json'),
  previous: join(folder, 'record.json.1'),
  events: join(folder, 'events.jsonl'),
  /** The runner's files. */
  run: join(folder, 'run'),
  /** What `${job.dir}` stands for: the trainer's files. */
  work: join(folder, 'work'),
});

/** Replaces a job's record; the last one is kept beside it. */
export function writeRecord(folder: string, record: JobRecord): void {
  const { record: path, previous } = jobFiles(folder);
  writeAtomic(path, JSON.stringify(record), previous);
}

/** A job's record, or the one before where that cannot be read; null where neither can. */
export function readRecord(folder: string): JobRecord | null {
  const { record, previous } = jobFiles(folder);
  for (const path of [record, previous]) {
    const value = readJson(path);
    if (isObject(value) && typeof value['job'] === 'string' && isObject(value['plan']))
      return value as unknown as JobRecord;
  }
  return null;
}
