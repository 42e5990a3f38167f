import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeAddress } from '../../core/training/client/socket';
import type { ClientStatus } from '../../core/training/client/bridge-client';
import { root, TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';
import { TRAINER } from './support/recipes';
import { upgrade } from './support/raw';

/** Writes, as its last word, a metrics file whose good line stands behind one that is too long to be read. */
const LATE = TRAINER.replace('recipe: trainer', 'recipe: late').replace(
  "'${product.dir}/test/bridge/programs/trainer.mjs'",
  `"-e"\n      - "const fs=require('fs');fs.mkdirSync('out');fs.writeFileSync('out/report.json','{}');fs.writeFileSync('out/metrics.jsonl',JSON.stringify({step:1,note:'x'.repeat(900000)})+'\\\\n'+'\\\\n'.repeat(600000)+JSON.stringify({step:2,loss:0.5})+'\\\\n')"`,
);

const bridge = new TestBridge({ trainer: TRAINER, late: LATE });
let address: BridgeAddress;
const clients: TestClient[] = [];

beforeAll(async () => {
  address = await bridge.start();
});
afterEach(() => {
  for (const { client } of clients.splice(0)) client.close();
});
afterAll(() => bridge.dispose());

function made(...args: ConstructorParameters<typeof TestClient>): TestClient {
  const client = new TestClient(...args);
  clients.push(client);
  return client;
}

it('makes one connection where it is told to reconnect while it still looks for the bridge', async () => {
  const kinds: ClientStatus['kind'][] = [];
  const client = made(() => sleep(150).then(() => address), {
    onStatus: ({ kind }) => void kinds.push(kind),
  });
  await sleep(20);
  client.client.reconnect();
  client.client.reconnect();
  await client.connected();
  await sleep(500);
  expect(client.client.status.kind).toBe('connected');
  expect(client.connections).toBe(1);
  expect(kinds).not.toContain('refused');
});

it.each([
  ['a URL that is none', { url: 'ws://127.0.0.1:999999' }],
  ['a token that no header can hold', { token: 'two\nlines' }],
])('is refused by %s, without the token in the reason', async (_what, wrong) => {
  const client = made({ ...address, ...wrong });
  await until('refused', () => client.client.status.kind === 'refused');
  const { status } = client.client;
  expect(status.kind === 'refused' ? status.why : '').not.toMatch(/two|lines/);
  await expect(client.client.request('job.list', {})).rejects.toThrow();
});

it('connects however many jobs it followed before, and follows again only those it still did', async () => {
  const cursors = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`job:20260101-000000-${100000 + index}`, 3]),
  );
  const client = made(address, { cursors });
  await client.connected();
  // The bridge knows none of them any more.
  expect(Object.keys(client.client.cursors).filter((name) => name !== 'control').length).toBeLessThan(40);
  const { job } = await client.launch({ steps: '1' });
  await client.end(job);
  expect(client.client.cursors[`job:${job}`]).toBeGreaterThan(3);
  client.client.unsubscribe(job);
  expect(client.client.cursors[`job:${job}`]).toBeUndefined();
  // Followed again, it goes on where it was.
  const before = client.events.length;
  client.client.subscribe(job);
  await client.client.request('job.get', { job });
  await sleep(300);
  expect(client.events.slice(before).filter(({ s }) => s === `job:${job}`)).toEqual([]);
});

it('hears a metric behind lines that cannot be read, written just before the end', async () => {
  const client = await made(address).connected();
  const { job } = await client.launch({}, { recipe: 'late' });
  const view = await client.end(job);
  expect(view.message).toBeNull();
  expect([...view.metrics.keys()]).toEqual(['loss']);
  expect(view.warnings.map(({ code }) => code)).toContain('metric.line_too_long');
});

it.skipIf(process.platform !== 'linux')(
  'holds no file of a job that is over and that nobody follows',
  async () => {
    const client = await made(address).connected();
    const { job } = await client.launch({ steps: '1' });
    await client.end(job);
    const held = (): string[] => {
      const folder = `/proc/${bridge.child?.pid ?? 0}/fd`;
      return readdirSync(folder)
        .map((name) => readlinkSync(join(folder, name), 'utf8'))
        .filter((path) => path.includes(join('jobs', job)));
    };
    expect(held().length).toBeGreaterThan(0);
    client.client.close();
    await until('all are closed', () => held().length === 0, 5000);
    // Nor one that was followed again since.
    const later = await made(address).connected();
    later.client.subscribe(job);
    expect((await later.end(job)).state).toBe('succeeded');
    later.client.close();
    await until('all are closed again', () => held().length === 0, 5000);
  },
);

it('lists more jobs than a frame has room for', async () => {
  const client = await made(address).connected();
  const { job } = await client.launch({ steps: '1' });
  await client.end(job);
  client.client.close();
  const many = new TestBridge();
  const record = JSON.parse(bridge.read(job, 'record.json')) as { job: string };
  for (let index = 0; index < 1500; index++) {
    const id = `20200101-000000-${100000 + index}`;
    mkdirSync(many.jobFile(id), { recursive: true });
    const own = { ...record, job: id, launch_key: id, notes: 'é'.repeat(index % 3 === 0 ? 2000 : 0) };
    writeFileSync(many.jobFile(id, 'record.json'), JSON.stringify(own));
    if (index === 1499) cpSync(bridge.jobFile(job, 'events.jsonl'), many.jobFile(id, 'events.jsonl'));
  }
  try {
    const other = await made(await many.start()).connected();
    const { jobs, left_off } = await other.client.request('job.list', {});
    expect(jobs.length).toBeGreaterThan(100);
    expect(jobs.length + left_off).toBe(1500);
    expect(jobs.at(-1)?.job).toBe('20200101-000000-101499');
    expect(other.connections).toBe(1);
  } finally {
    await many.dispose();
  }
});

it('cannot fill the disk of the bridge with attempts that are refused', async () => {
  const path = join(bridge.state, 'audit.jsonl');
  for (let round = 0; round < 40; round++)
    await Promise.all(
      Array.from({ length: 10 }, () => upgrade(address.url, { headers: { authorization: 'Bearer wrong' } })),
    );
  const refused = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"refused"'));
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThan(150);
});

it('ends in order when a terminal sends Ctrl+C to the command and to the bridge below it', async () => {
  const state = join(bridge.folder, 'ctrl-c');
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'bridge', '--state', state], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await until('it listens', () => said.includes('listening'));
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toBe(0);
  expect(() => readFileSync(join(state, 'bridge.lock'))).toThrow('ENOENT');
});
