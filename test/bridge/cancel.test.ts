import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOf } from '../../core/training/process-identity';
import { TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';
import { TRAINER } from './support/recipes';

// The time between SIGTERM to the group and SIGKILL is 30 s; a recipe of its own tries that one.
const LIMITED = TRAINER.replace('recipe: trainer', 'recipe: limited').replace(
  'wall_time: 120s',
  'wall_time: 1s',
);
const SMALL_LOG = TRAINER.replace('recipe: trainer', 'recipe: small-log').replace(
  'wall_time: 120s',
  'log_bytes: 64KiB',
);
const UNCHECKED = TRAINER.replace('recipe: trainer', 'recipe: unchecked').replace(
  'process.exit(0)',
  'process.exit(7)',
);

const bridge = new TestBridge({ trainer: TRAINER, limited: LIMITED, small: SMALL_LOG, unchecked: UNCHECKED });
let client: TestClient;
beforeAll(async () => {
  client = await new TestClient(await bridge.start()).connected();
});
afterAll(async () => {
  client.client.close();
  await bridge.dispose();
});

const cancel = (job: string, mode: 'graceful' | 'now' = 'graceful') =>
  client.client.request('job.cancel', { job, mode, reason: null });

async function running(params: Record<string, string>, recipe = 'trainer'): Promise<string> {
  const { job } = await client.launch({ steps: '1000', ms: '50', ...params }, { recipe });
  await client.state(job, 'running');
  return job;
}

const pidIn = (job: string, file: string) =>
  Number(readFileSync(bridge.jobFile(job, 'work/out', file), 'utf8'));

describe.concurrent('cancel', () => {
  it('lets a program save and end', async () => {
    const job = await running({ save: 'yes' });
    await cancel(job);
    const view = await client.end(job);
    expect(existsSync(bridge.jobFile(job, 'work/out/saved'))).toBe(true);
    // It ended with 0, but its output is not there: it was not through.
    expect([view.state, view.cancelRequested, view.exitCode]).toEqual(['cancelled', true, 0]);
    expect(await cancel(job)).toMatchObject({ already: true });
  });

  it('ends a program that ends by the signal', async () => {
    const job = await running({});
    await cancel(job);
    const view = await client.end(job);
    expect([view.state, view.reason, view.signal]).toEqual(['cancelled', 'user', 'SIGTERM']);
  });

  it('kills one that ignores every signal, after its grace, or now', async () => {
    const job = await running({ ignore: 'yes' });
    const pid = pidIn(job, 'started');
    expect(startOf(pid)).not.toBeNull();
    await cancel(job);
    await client.state(job, 'stopping');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(client.view(job).state).toBe('stopping');
    await cancel(job, 'now');
    const view = await client.end(job);
    expect([view.state, view.signal, startOf(pid)]).toEqual(['cancelled', 'SIGKILL', null]);
  });

  it('finds a helper that left the group and the session', async () => {
    const job = await running({ helper: 'yes' });
    await until('a helper', () => existsSync(bridge.jobFile(job, 'work/out/helper')));
    const helper = pidIn(job, 'helper');
    expect(startOf(helper)).not.toBeNull();
    await cancel(job);
    expect((await client.end(job)).state).toBe('cancelled');
    expect(startOf(helper)).toBeNull();
  });

  it('leaves the neighbours alone', async () => {
    const one = await running({ helper: 'yes' });
    const other = await running({ helper: 'yes' });
    await until('helpers', () => existsSync(bridge.jobFile(other, 'work/out/helper')));
    await cancel(one, 'now');
    await client.end(one);
    expect(startOf(pidIn(other, 'helper'))).not.toBeNull();
    expect(client.view(other).state).toBe('running');
    await cancel(other, 'now');
    expect((await client.end(other)).state).toBe('cancelled');
  });

  it('is not needed where a limit ends the job', async () => {
    const { job } = await client.launch({ steps: '1000', ms: '20' }, { recipe: 'limited' });
    const view = await client.end(job);
    expect([view.state, view.reason]).toEqual(['timed_out', 'wall_time']);
    const long = await client.launch({ megabytes: '1', steps: '1000' }, { recipe: 'small-log' });
    expect(await client.end(long.job)).toMatchObject({ state: 'failed', reason: 'log_limit' });
  });

  it('an environment that is not ready says what to do', async () => {
    const { job } = await client.launch({}, { recipe: 'unchecked' });
    const view = await client.end(job);
    expect([view.state, view.reason]).toEqual(['failed', 'spawn_failed']);
    expect(view.message).toContain('Install it');
    expect(existsSync(bridge.jobFile(job, 'work/out'))).toBe(false);
  });
});
