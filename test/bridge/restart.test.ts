import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { findBridge } from '../../core/training/local-bridge';
import { columnsOf } from '../../core/training/metric-columns';
import type { BridgeAddress } from '../../core/training/client/socket';
import { TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';

const open: { bridges: TestBridge[]; clients: TestClient[] } = { bridges: [], clients: [] };
afterEach(async () => {
  for (const { client } of open.clients.splice(0)) client.close();
  for (const bridge of open.bridges.splice(0)) await bridge.dispose();
});

function made(): TestBridge {
  const bridge = new TestBridge();
  open.bridges.push(bridge);
  return bridge;
}

/** A client that asks where the bridge is at each attempt. */
async function following(bridge: TestBridge): Promise<TestClient> {
  const address = async (): Promise<BridgeAddress> => {
    const found = await findBridge(bridge.state);
    if (!found) throw new Error('no bridge');
    return found;
  };
  const client = new TestClient(address);
  open.clients.push(client);
  return client.connected();
}

async function readAll(client: TestClient, job: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const { bytes } of client.client.openLog(job, { offset: 0, generation: null }))
    pieces.push(bytes);
  return Buffer.concat(pieces);
}

describe.sequential('a bridge that is killed', () => {
  it('is replaced by one that takes the job over; nothing is lost or doubled', async () => {
    const bridge = made();
    await bridge.start();
    const client = await following(bridge);
    const { job } = await client.launch({ steps: '60', ms: '100' });
    const log = readAll(client, job);
    await client.state(job, 'running');
    for (const wait of [700, 1100, 900]) {
      await sleep(wait);
      await bridge.end('SIGKILL');
      await sleep(300);
      await bridge.start();
    }
    const view = await client.end(job);
    expect(view.state).toBe('succeeded');
    const events = client.events.filter(({ s }) => s === `job:${job}`);
    expect(events.map(({ q }) => q)).toEqual(events.map((_event, index) => index + 1));
    const states = events.flatMap((event) => (event.t === 'job.state' ? [event.d.state] : []));
    expect(states.filter((state) => state === 'adopting')).toHaveLength(3);
    const steps = Array.from({ length: 60 }, (_none, at) => at + 1);
    for (const [name, factor] of [
      ['loss', null],
      ['twice', 2],
    ] as const) {
      const metric = view.metrics.get(name);
      if (!metric) throw new Error(`no ${name}`);
      const columns = columnsOf(metric);
      expect(columns.steps).toEqual(steps);
      expect(columns.values).toEqual(steps.map((step) => (factor === null ? 1 / step : step * factor)));
    }
    const file = readFileSync(bridge.jobFile(job, 'run/job.log'));
    expect((await log).equals(file)).toBe(true);
    expect(file.toString()).toBe(steps.map((step) => `line ${step}\n`).join(''));
    expect(bridge.read(job, 'work/out/started').trim().split('\n')).toHaveLength(1);
    expect(client.errors).toEqual([]);
  });

  it('knows how a job ended meanwhile, and goes on with a cancel', async () => {
    const bridge = made();
    await bridge.start();
    const client = await following(bridge);
    const short = await client.launch({ steps: '5', ms: '100', code: '3' });
    const long = await client.launch({ steps: '1000', ms: '50', ignore: 'yes' });
    await client.state(short.job, 'running');
    await client.state(long.job, 'running');
    await client.client.request('job.cancel', { job: long.job, mode: 'graceful', reason: null });
    await bridge.end('SIGKILL');
    await sleep(2500);
    await bridge.start();
    expect(await client.end(short.job)).toMatchObject({ state: 'failed', reason: 'exit_code', exitCode: 3 });
    await client.client.request('job.cancel', { job: long.job, mode: 'now', reason: null });
    expect(await client.end(long.job)).toMatchObject({ state: 'cancelled' });
  });

  it('calls a job lost only with proof, and starts none by itself', async () => {
    const bridge = made();
    await bridge.start();
    const client = await following(bridge);
    const { job } = await client.launch({ steps: '1000', ms: '50', helper: 'yes' });
    await client.state(job, 'running');
    await until(
      'a helper',
      () => statSync(bridge.jobFile(job, 'work/out/helper'), { throwIfNoEntry: false }) !== undefined,
    );
    await bridge.end('SIGKILL');
    const { runner } = JSON.parse(bridge.read(job, 'run/runner.json')) as { runner: { pid: number } };
    process.kill(runner.pid, 'SIGKILL');
    await bridge.start();
    expect(await client.end(job)).toMatchObject({ state: 'failed', reason: 'adopted_gone' });
    const next = await client.launch({ steps: '1', ms: '10' });
    await client.end(next.job);
    // As a host that was restarted leaves it: no exit, another boot.
    await bridge.end();
    const record = JSON.parse(bridge.read(next.job, 'record.json')) as Record<string, unknown>;
    const events = bridge.read(next.job, 'events.jsonl').trimEnd().split('\n');
    writeFileSync(bridge.jobFile(next.job, 'events.jsonl'), `${events.slice(0, -1).join('\n')}\n`);
    writeFileSync(
      bridge.jobFile(next.job, 'record.json'),
      JSON.stringify({ ...record, state: 'running', ended_ms: null }),
    );
    const file = JSON.parse(bridge.read(next.job, 'run/runner.json')) as { runner: Record<string, unknown> };
    writeFileSync(
      bridge.jobFile(next.job, 'run/runner.json'),
      JSON.stringify({ ...file, runner: { ...file.runner, boot: 'other' } }),
    );
    writeFileSync(bridge.jobFile(next.job, 'run/exit.json'), '');
    await bridge.start();
    const late = await following(bridge);
    late.client.subscribe(next.job);
    expect(await late.end(next.job)).toMatchObject({ state: 'lost', reason: 'engine_lost' });
  });
});

describe.sequential('a state folder', () => {
  it('with a torn stream of events is read up to its last whole line', async () => {
    const bridge = made();
    await bridge.start();
    const client = await following(bridge);
    const { job } = await client.launch({ steps: '30', ms: '100' });
    await client.state(job, 'running');
    await bridge.end('SIGKILL');
    const before = bridge.read(job, 'events.jsonl');
    appendFileSync(bridge.jobFile(job, 'events.jsonl'), '{"v":1,"t":"progress","s":"job:x","q":99,"d":{"st');
    writeFileSync(bridge.jobFile(job, 'record.json'), '{"job":"');
    await bridge.start();
    await client.end(job);
    const text = bridge.read(job, 'events.jsonl');
    expect(text.startsWith(before)).toBe(true);
    const seqs = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { q: number }).q);
    expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));
    expect(client.view(job).state).toBe('succeeded');
    expect(client.view(job).metrics.get('loss')?.count).toBe(30);
  });

  it('belongs to one bridge; the second says who has it', async () => {
    const bridge = made();
    await bridge.start();
    const pid = bridge.child?.pid ?? 0;
    const second = new TestBridge();
    open.bridges.push(second);
    Object.defineProperty(second, 'state', { value: bridge.state });
    await expect(second.start()).resolves.toBeDefined();
    await until('it ended', () => !second.isRunning);
    expect(second.child?.exitCode).toBe(3);
    expect(second.said).toContain(`process ${pid}`);
  });

  it('is taken from an owner whose number runs again as something else', async () => {
    const bridge = made();
    await bridge.start();
    await bridge.end('SIGKILL');
    const lock = JSON.parse(readFileSync(join(bridge.state, 'bridge.lock'), 'utf8')) as {
      owner: Record<string, unknown>;
    };
    const owner = { ...lock.owner, pid: process.pid, start: '1' };
    writeFileSync(join(bridge.state, 'bridge.lock'), JSON.stringify({ ...lock, owner }));
    await expect(bridge.start()).resolves.toBeDefined();
  });

  it('is left in order by SIGTERM, and the job goes on', async () => {
    const bridge = made();
    await bridge.start();
    const client = await following(bridge);
    const { job } = await client.launch({ steps: '20', ms: '100' });
    await client.state(job, 'running');
    expect(await bridge.end('SIGTERM')).toBe(0);
    expect(client.events.some((event) => event.t === 'bridge.notice' && event.d.kind === 'draining')).toBe(
      true,
    );
    await sleep(500);
    await bridge.start();
    expect((await client.end(job)).state).toBe('succeeded');
  });
});
