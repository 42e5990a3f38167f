import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeAddress } from '../../../../core/store/process/address';
import { claim, reach } from '../../../../core/store/process/election';

let folder: string;
let address: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-elect-'));
  address = storeAddress(folder, 'v1');
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true });
});

async function claimed(): Promise<Server | null> {
  const server = await claim(folder, address);
  if (server) servers.push(server);
  return server;
}

describe('who writes', () => {
  it('is one of several that begin at the same time', async () => {
    const won = await Promise.all(Array.from({ length: 8 }, claimed));
    expect(won.filter((server) => server !== null)).toHaveLength(1);
  });

  it('is another once the first is gone, also when it was killed and left its socket', async () => {
    const script = `require('node:net').createServer().listen(${JSON.stringify(address)},()=>console.log('up'));`;
    const child = spawn(process.execPath, ['-e', script]);
    await once(child.stdout, 'data');
    expect(await claimed()).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(address)).toBe(true);
    expect(await claimed()).not.toBeNull();
    const socket = await reach(address);
    expect(socket).not.toBeNull();
    socket?.destroy();
  });

  it('of another version has an address of its own', () => {
    expect(storeAddress(folder, 'v2')).not.toBe(address);
  });

  it('is reached by a short path however deep its folder lies', () => {
    const deep = storeAddress(join(folder, 'x'.repeat(120)), 'v1');
    expect(Buffer.byteLength(deep)).toBeLessThan(104);
  });
});
