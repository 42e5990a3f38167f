import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBridge, type RunningBridge } from '../../bridge/bridge';
import { readOptions } from '../../bridge/options';
import type { BridgeAddress } from '../../core/training/client/socket';
import { readToken } from '../../core/training/state-folder';
import { root, TestBridge, until } from './support/bridge';
import { TestClient } from './support/client';
import { RawClient } from './support/raw';

// In this process, for times that no user can set: those of the product are minutes.
const folder = new TestBridge();
const said: string[] = [];
let bridge: RunningBridge;
let address: BridgeAddress;
beforeAll(async () => {
  const args = [
    '--state',
    folder.state,
    '--recipes',
    join(folder.folder, 'recipes'),
    '--python',
    process.execPath,
  ];
  const options = { ...readOptions(args, join(root, 'dist')), stallMs: 1000, helloMs: 300, idleMs: 500 };
  bridge = await startBridge(options, (line) => void said.push(line));
  address = { url: `ws://127.0.0.1:${bridge.port}`, token: readToken(folder.state) ?? '' };
});
afterAll(async () => {
  await bridge.close();
  await folder.dispose();
});

it('a client that takes nothing is cut off, and can come back', async () => {
  const client = await new TestClient(address).connected();
  const { job } = await client.launch({ megabytes: '30', steps: '1' });
  await client.end(job);
  const raw = await new RawClient(address).open();
  raw.hello();
  await raw.frame(({ t }) => t === 'welcome');
  raw.socket.pause();
  raw.send('log.open', { job, file: 'log', offset: 0, credit: 1024 ** 3 }, 'open');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  raw.socket.resume();
  await until('it is cut off', () => raw.closed !== null);
  expect(client.client.status.kind).toBe('connected');
  client.client.close();
});

it('ends when nobody uses it', async () => {
  await expect(bridge.idle).resolves.toBeUndefined();
  expect(said.join('\n')).not.toMatch(/Error/);
});
