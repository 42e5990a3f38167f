import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeChunk } from '../../core/protocol/bridge/frames';
import type { BridgeAddress } from '../../core/training/client/socket';
import { seeded } from './support/proxy';
import { TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';
import { RawClient } from './support/raw';

const bridge = new TestBridge();
let address: BridgeAddress;
let client: TestClient;
let job = '';
beforeAll(async () => {
  address = await bridge.start();
  client = await new TestClient(address).connected();
  job = (await client.launch({ megabytes: '50', steps: '1' })).job;
});
afterAll(async () => {
  client.client.close();
  await bridge.dispose();
});

const log = () => bridge.jobFile(job, 'run/job.log');

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

describe.sequential('a log of 50 MB', () => {
  it('comes whole, while it is written, and costs the bridge little', async () => {
    const before = bridge.memory();
    let most = 0;
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for await (const chunk of client.client.openLog(job, { offset: 0, generation: null })) {
        most = Math.max(most, bridge.memory());
        yield chunk.bytes;
      }
    }
    const got = await hashOf(bytes());
    await client.end(job);
    expect(statSync(log()).size).toBeGreaterThan(50 * 1024 * 1024);
    expect(got).toBe(await hashOf(createReadStream(log()) as AsyncIterable<Buffer>));
    expect(most - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('can be read in any range', async () => {
    const file = readFileSync(log());
    const random = seeded(7);
    for (let at = 0; at < 10; at++) {
      const offset = Math.floor(random() * file.length);
      const length = 1 + Math.floor(random() * 1_000_000);
      const pieces: Uint8Array[] = [];
      for await (const { bytes } of client.client.readLog(job, offset, length)) pieces.push(bytes);
      expect(Buffer.concat(pieces).equals(file.subarray(offset, offset + length))).toBe(true);
    }
    const beyond = client.client.readLog(job, file.length, 10)[Symbol.asyncIterator]();
    expect((await beyond.next()).done).toBe(true);
    const last: Uint8Array[] = [];
    for await (const { bytes } of client.client.openLog(job, { offset: -10, generation: null }))
      last.push(bytes);
    expect(Buffer.concat(last)).toEqual(file.subarray(-10));
  });

  it('stops where the credit ends', async () => {
    const raw = await new RawClient(address).open();
    raw.hello();
    let received = 0;
    raw.socket.on('message', (data, isBinary) => {
      if (isBinary) received += decodeChunk(data as Buffer)?.payload.length ?? NaN;
    });
    raw.send('log.open', { job, file: 'log', offset: 0, credit: 100_000 }, 'open');
    const reply = await raw.frame(({ re }) => re === 'open');
    await sleep(500);
    expect(received).toBe(100_000);
    raw.send('credit', { channel: reply.d['channel'], bytes: 5 });
    await until('five more', () => received === 100_005);
    raw.send('credit', { channel: reply.d['channel'], bytes: -5 });
    raw.send('credit', { channel: 999, bytes: 5 });
    raw.socket.close();
  });

  it('does not pile up for a client that does not read', async () => {
    const raw = await new RawClient(address).open();
    raw.hello();
    await raw.frame(({ t }) => t === 'welcome');
    const before = bridge.memory();
    raw.socket.pause();
    for (let at = 0; at < 20; at++)
      raw.send('log.open', { job, file: 'log', offset: 0, credit: 1024 ** 3 }, `open${at}`);
    const end = performance.now() + 3000;
    let most = 0;
    while (performance.now() < end) {
      most = Math.max(most, bridge.memory() - before);
      await sleep(100);
    }
    expect(most).toBeLessThan(48 * 1024 * 1024);
    // The others do not notice.
    expect((await client.client.request('job.get', { job })).job.state).toBe('succeeded');
    raw.socket.terminate();
  });

  it('has no other files, and is read again from its beginning when it was replaced', async () => {
    const code = (file: string) =>
      client.client
        .request('log.open', { job, file, offset: 0, generation: null, credit: 0, lossy: false })
        .then(
          () => 'ok',
          (error: unknown) => (error as { code: string }).code,
        );
    for (const file of ['../record.json', 'job.json', '/etc/passwd', 'toString'])
      expect(await code(file)).toBe('path.missing');
    writeFileSync(log(), 'short\n');
    const reader = client.client.openLog(job, { offset: 1000, generation: 1 });
    const pieces: Uint8Array[] = [];
    for await (const { bytes } of reader) pieces.push(bytes);
    expect(Buffer.concat(pieces).toString()).toBe('short\n');
    expect(reader.position).toEqual({ offset: 6, generation: 2 });
  });
});
