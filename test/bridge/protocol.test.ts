import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeAddress } from '../../core/training/client/socket';
import { TestBridge, until } from './support/bridge';
import { RawClient } from './support/raw';

const bridge = new TestBridge();
let address: BridgeAddress;
beforeAll(async () => {
  address = await bridge.start();
});
afterAll(() => bridge.dispose());

async function greeted(): Promise<RawClient> {
  const client = await new RawClient(address).open();
  client.hello();
  await client.frame(({ t }) => t === 'welcome');
  return client;
}

describe.concurrent('the protocol', () => {
  it('ends a connection that does not say hello', async () => {
    const client = await new RawClient(address).open();
    await until('closed', () => client.closed !== null);
    expect(client.closed).toBe(4408);
  });

  it('wants hello first, and a version that it speaks', async () => {
    const client = await new RawClient(address).open();
    client.send('job.list', {}, 'a');
    expect((await client.frame(({ re }) => re === 'a')).d['code']).toBe('proto.no_hello');
    client.hello({ proto_min: 2, proto_max: 3 });
    const { d } = await client.frame(({ t, re }) => t === 'error' && re === undefined);
    expect(d).toMatchObject({ code: 'proto.version', details: { proto_min: 1, proto_max: 1 } });
    await until('closed', () => client.closed !== null);
    expect(client.closed).toBe(4406);
  });

  it('says what it is in its welcome', async () => {
    const client = await greeted();
    const { d } = await client.frame(({ t }) => t === 'welcome');
    expect(d).toMatchObject({ proto: 1, engines: [{ id: 'local', available: true }], gpus: [] });
    expect(d['recipes']).toContainEqual(expect.objectContaining({ recipe: 'trainer', version: 1 }));
    client.socket.close();
  });

  it('survives a frame that is too large, and closes that connection alone', async () => {
    const other = await greeted();
    const client = await greeted();
    client.socket.send('x'.repeat(2 * 1024 * 1024));
    await until('closed', () => client.closed !== null);
    expect(client.closed).toBe(1009);
    other.send('ping', { t0: 1 });
    expect((await other.frame(({ t }) => t === 'pong')).d['t0']).toBe(1);
    expect(bridge.isRunning).toBe(true);
    other.socket.close();
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['deep nesting', `{"v":1,"t":"job.list","d":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['a prototype key', '{"v":1,"t":"job.list","id":"p","d":{"__proto__":{}}}'],
    ['another version', '{"v":2,"t":"job.list","id":"p"}'],
  ])('answers %s and goes on', async (_name, text) => {
    const client = await greeted();
    client.socket.send(text);
    expect((await client.frame(({ t }) => t === 'error')).d['code']).toBe('proto.bad_json');
    client.send('job.list', {}, 'z');
    expect((await client.frame(({ re }) => re === 'z')).t).toBe('ok');
    client.socket.close();
  });

  it('survives bytes that are no frame', async () => {
    const client = await greeted();
    client.socket.send(Buffer.from([1, 2, 3]));
    expect((await client.frame(({ t }) => t === 'error')).d['code']).toBe('proto.bad_json');
    const { _socket: wire } = client.socket as unknown as { _socket: { write(bytes: Buffer): void } };
    // Opcode 7 does not exist.
    wire.write(Buffer.from([0x87, 0x80, 0, 0, 0, 0]));
    await until('closed', () => client.closed !== null);
    expect(bridge.isRunning).toBe(true);
  });

  it('knows no type that is not there, not even of objects', async () => {
    const client = await greeted();
    for (const type of ['upload.begin', 'toString', 'constructor', 'job.retry']) {
      client.send(type, {}, type);
      expect((await client.frame(({ re }) => re === type)).d['code']).toBe('proto.unknown_type');
    }
    client.socket.close();
  });

  it('answers every request once, also when it refuses for the rate', async () => {
    const client = await greeted();
    for (let at = 0; at < 150; at++) client.send('job.list', {}, `n${at}`);
    await until('150 replies', () => client.frames.filter(({ re }) => re?.startsWith('n')).length === 150);
    const refused = client.frames.filter(({ t }) => t === 'error');
    expect(refused.length).toBeGreaterThan(20);
    for (const { d } of refused) expect(d).toMatchObject({ code: 'limit.rate', retryable: true });
    client.socket.close();
  });

  it('gives the place of a window to its new connection', async () => {
    const first = await new RawClient(address).open();
    first.hello({ session_id: 'same' });
    await first.frame(({ t }) => t === 'welcome');
    const second = await new RawClient(address).open();
    second.hello({ session_id: 'same' });
    await until('closed', () => first.closed !== null);
    expect([first.closed, second.closed]).toEqual([4409, null]);
    second.socket.close();
  });

  it('keeps an id for one request', async () => {
    const client = await greeted();
    client.send('job.list', {}, 'id');
    await client.frame(({ re }) => re === 'id');
    client.send('recipe.list', {}, 'id');
    expect((await client.frame(({ t }) => t === 'error')).d['code']).toBe('proto.duplicate_id');
    client.socket.close();
  });
});
