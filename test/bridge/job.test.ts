import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Job } from '../../bridge/jobs/job';
import type { JobRecord } from '../../bridge/jobs/record';
import type { StreamEvent } from '../../core/protocol/bridge/events';
import type { JobState } from '../../core/protocol/bridge/jobs';

let folder: string;
let job: Job;
let announced: JobState[];
let failing: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-job-'));
  announced = [];
  failing = false;
  const record = { job: 'j', state: 'accepted', plan: {}, recipe: 'r', title: 't' } as unknown as JobRecord;
  job = new Job(folder, record, ({ state }) => {
    if (failing) throw new Error('no room');
    announced.push(state);
  });
  job.begin();
});
afterEach(() => {
  job.close();
  rmSync(folder, { recursive: true });
});

const states = () =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as StreamEvent & { t: 'job.state' }).d.state);

/** Makes writing the record fail as a full disk does, after the event was written. */
function inTheWay(): () => void {
  const path = join(folder, `record.json.${process.pid}.tmp`);
  mkdirSync(path);
  return () => rmdirSync(path);
}

it('tells a state once, however often its record could not be written', () => {
  const away = inTheWay();
  for (let tries = 0; tries < 3; tries++) expect(() => job.become('preparing')).toThrow();
  away();
  job.become('preparing');
  expect(job.state).toBe('preparing');
  expect(states()).toEqual(['accepted', 'preparing']);
  expect(announced).toEqual(['accepted', 'preparing']);
});

it('does not take back an end whose record could not be written', () => {
  job.become('preparing');
  const away = inTheWay();
  expect(() => job.become('failed', { reason: 'spawn_failed' })).toThrow();
  away();
  job.become('cancelled', { reason: 'user' });
  expect(job.state).toBe('failed');
  expect(job.record.reason).toBe('spawn_failed');
  expect(states()).toEqual(['accepted', 'preparing', 'failed']);
});

it('tells the host a state that it could not tell at first', () => {
  failing = true;
  expect(() => job.become('preparing')).toThrow('no room');
  failing = false;
  job.become('preparing');
  job.become('failed', { reason: 'spawn_failed' });
  expect(states()).toEqual(['accepted', 'preparing', 'failed']);
  expect(announced).toEqual(['accepted', 'preparing', 'failed']);
});
