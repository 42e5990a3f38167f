import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostDied, RemoteError } from '../../../core/host/errors';
import { serviceOf, type ServiceDescription } from '../../../core/host/service';
import { SocketClient } from '../../../core/host/socket/client';
import { SocketServer } from '../../../core/host/socket/server';

interface Methods {
  echo: { params: unknown; result: unknown; progress: never };
  count: { params: number; result: number; progress: number };
  fail: { params: string; result: never; progress: never };
  wait: { params: null; result: string; progress: 'begun' };
}

const description: ServiceDescription<Methods> = { name: 'test', idempotent: ['echo'] };

let folder: string;
let address: string;
let server: Server;
let sockets: Socket[];
let events: string[];
let cancelled: string[];

async function listen(): Promise<SocketServer> {
  server = createServer((socket) => sockets.push(socket));
  const service = serviceOf<Methods>(
    description,
    {
      echo: (value) => Promise.resolve(value),
      count: (to, { progress }) => {
        for (let number = 1; number <= to; number++) progress(number);
        return Promise.resolve(to);
      },
      fail: (message) => Promise.reject(new RangeError(message)),
      wait: (_, { signal, progress }) =>
        new Promise((_resolve, reject) => {
          progress('begun');
          signal.addEventListener('abort', () => {
            cancelled.push('wait');
            reject(new Error('cancelled'));
          });
        }),
    },
    () => Promise.resolve(),
  );
  const answering = new SocketServer(server, [service], {
    busy: () => events.push('busy'),
    quiet: () => events.push('quiet'),
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  return answering;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-socket-'));
  address = join(folder, 's');
  [sockets, events, cancelled] = [[], [], []];
  await listen();
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

/** `own` gets the sockets of the connections that it makes. */
function client(own: Socket[] = []): SocketClient {
  return new SocketClient(
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(address, () => resolve(socket));
        own.push(socket);
        socket.once('error', reject);
      }),
  );
}

describe('a process behind a socket', () => {
  it('answers, several at a time, values as they are', async () => {
    const service = client().service(description);
    const value = {
      rows: Float64Array.of(1, NaN),
      text: 'é\ud800',
      map: new Map([[1, 'x']]),
      big: 'y'.repeat(3e6),
    };
    const asked = [service.call('echo', value), service.call('echo', 2), service.call('echo', null)];
    expect(await Promise.all(asked)).toEqual([value, 2, null]);
  });

  it('says what it does, in order, before it is done', async () => {
    const heard: number[] = [];
    const onProgress = (value: number): number => heard.push(value);
    expect(await client().service(description).call('count', 3, { onProgress })).toBe(3);
    expect(heard).toEqual([1, 2, 3]);
  });

  it('fails by name and message', async () => {
    const failure = client().service(description).call('fail', 'no');
    await expect(failure).rejects.toThrow(RemoteError);
    await expect(failure).rejects.toMatchObject({ message: 'no', remoteName: 'RangeError' });
  });

  it('is cancelled by the signal, and by the end of the connection', async () => {
    const first = client();
    const controller = new AbortController();
    const waiting = first.service(description).call('wait', null, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    await expect.poll(() => cancelled).toEqual(['wait']);
    let begun = (): void => undefined;
    const began = new Promise<void>((resolve) => (begun = resolve));
    const left = first.service(description).call('wait', null, { onProgress: begun });
    left.catch(() => undefined);
    await began;
    await first.dispose();
    await expect(left).rejects.toThrow(HostDied);
    await expect.poll(() => cancelled).toEqual(['wait', 'wait']);
    await expect.poll(() => events.slice(-2)).toEqual(['busy', 'quiet']);
  });

  it('that dies is asked again where that does no harm, and else it is told', async () => {
    const service = client().service(description);
    await service.call('echo', 1);
    let begun = (): void => undefined;
    const began = new Promise<void>((resolve) => (begun = resolve));
    const waiting = service.call('wait', null, { onProgress: begun });
    waiting.catch(() => undefined);
    await began;
    for (const socket of sockets) socket.destroy();
    await expect(waiting).rejects.toThrow(HostDied);
    expect(await service.call('echo', 'again')).toBe('again');
  });

  it('is asked over the new connection when the end of the one before is told late', async () => {
    const own: Socket[] = [];
    const service = client(own).service(description);
    await service.call('echo', 1);
    const ended = new Promise((resolve) => own[0]?.once('close', resolve));
    own[0]?.destroy();
    expect(await service.call('echo', 2)).toBe(2);
    await ended;
    expect(await service.call('echo', 3)).toBe(3);
    expect(own).toHaveLength(2);
  });

  it('ends a connection that speaks another language', async () => {
    const socket = connect(address);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await ended;
    expect(await client().service(description).call('echo', 1)).toBe(1);
  });
});
