import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyJobView, reduceJob } from '../../core/training/job-view';
import type { BridgeAddress } from '../../core/training/client/socket';
import type { LogReader } from '../../core/training/client/log-reader';
import { textOfLog } from '../../core/training/client/log-reader';
import { TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';
import { CuttingProxy, seeded } from './support/proxy';

const bridge = new TestBridge();
let address: BridgeAddress;
let proxy: CuttingProxy;
const clients: TestClient[] = [];
let through: BridgeAddress;

beforeAll(async () => {
  address = await bridge.start();
  const port = Number(new URL(address.url).port);
  proxy = new CuttingProxy(() => port);
  // The Host header must name the bridge, so the proxy's port is put in as an SSH tunnel's would be: by name.
  through = { ...address, url: `ws://127.0.0.1:${await proxy.listen()}`, host: `127.0.0.1:${port}` };
});
afterEach(() => {
  for (const { client } of clients.splice(0)) client.close();
});
afterAll(async () => {
  await proxy.close();
  await bridge.dispose();
});

function made(...args: ConstructorParameters<typeof TestClient>): TestClient {
  const client = new TestClient(...args);
  clients.push(client);
  return client;
}

/** What a reader gives, checked to be without hole or overlap. */
async function collect(reader: LogReader, pieces: Uint8Array[]): Promise<Buffer> {
  let expected = 0;
  for await (const { bytes, offset } of reader) {
    expect(offset).toBe(expected);
    expected += bytes.length;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.sequential('a client whose connection is cut at random', () => {
  it.each([1, 2, 3])('hears every event and every byte once (seed %i)', async (seed) => {
    const random = seeded(seed);
    const client = made(through);
    await client.connected();
    const { job } = await client.launch({ steps: '80', ms: '60', megabytes: '4' });
    const pieces: Uint8Array[] = [];
    const log = collect(client.client.openLog(job, { offset: 0, generation: null }), pieces);
    const before = proxy.cuts;
    for (let cut = 0; cut < 12; cut++) {
      proxy.left = 1 + Math.floor(random() * (cut < 8 ? 400_000 : 2_000));
      await until('a cut', () => proxy.left === null);
    }
    proxy.left = null;
    const view = await client.end(job);
    const events = client.events.filter(({ s }) => s === `job:${job}`);
    expect(events.map(({ q }) => q)).toEqual(events.map((_event, index) => index + 1));
    const lines = bridge.read(job, 'events.jsonl').trimEnd().split('\n');
    expect(events).toEqual(lines.map((line) => JSON.parse(line) as unknown));
    expect(view.state).toBe('succeeded');
    const file = readFileSync(bridge.jobFile(job, 'run/job.log'));
    expect(file.length).toBeGreaterThan(4 * 1024 * 1024);
    const got = await log;
    expect(got.length).toBe(file.length);
    expect(hash(got)).toBe(hash(file));
    expect(proxy.cuts - before).toBe(12);
    expect(client.connections).toBeGreaterThanOrEqual(5);
    expect(client.errors).toEqual([]);
  });

  it('does a request once that was cut off before its reply', async () => {
    const client = made(through);
    await client.connected();
    for (let at = 0; at < 5; at++) {
      proxy.left = 40;
      const { job } = await client.launch({ steps: '1', ms: '1', text: `n${at}` });
      await client.end(job);
    }
    proxy.left = null;
    const { jobs } = await made(address).client.request('job.list', {});
    for (let at = 0; at < 5; at++)
      expect(jobs.filter(({ params }) => params['text'] === `n${at}`)).toHaveLength(1);
  });
});

describe('a window that is loaded again', () => {
  it('goes on from its cursors, and sees what happened meanwhile', async () => {
    const first = made(address, { sessionId: 'window' });
    await first.connected();
    const { job } = await first.launch({ steps: '20', ms: '50' });
    await first.state(job, 'running');
    const saved = JSON.parse(JSON.stringify(first.client.cursors)) as Record<string, number>;
    const seen = [...first.events];
    first.client.close();
    await sleep(2500);
    const second = made(address, { cursors: saved });
    await second.connected();
    await second.end(job);
    const all = [...seen, ...second.events].filter(({ s }) => s === `job:${job}`);
    expect(all.map(({ q }) => q)).toEqual(all.map((_event, index) => index + 1));
    const view = all.reduce(reduceJob, emptyJobView(job));
    expect([view.state, view.metrics.get('loss')?.count]).toEqual(['succeeded', 20]);
  });

  it('is told to forget cursors of another history', async () => {
    const first = made(address);
    await first.connected();
    const { job } = await first.launch({ steps: '1' });
    await first.end(job);
    const resets: string[] = [];
    const second = made(address, {
      cursors: { [`job:${job}`]: 9999, 'job:gone': 3 },
      onReset: (stream) => void resets.push(stream),
    });
    await second.connected();
    await second.end(job);
    expect(resets).toEqual([`job:${job}`]);
    expect(second.events.filter(({ s }) => s === `job:${job}`)[0]?.q).toBe(1);
  });

  it('reads text that is cut inside of characters', async () => {
    const client = made(address);
    await client.connected();
    const { job } = await client.launch({ steps: '1', megabytes: '1' });
    await client.end(job);
    let text = '';
    for await (const piece of textOfLog(client.client.openLog(job, { offset: 0, generation: null })))
      text += piece;
    expect(text).toBe(bridge.read(job, 'run/job.log'));
    expect(text).not.toContain('\ufffd');
  });
});
