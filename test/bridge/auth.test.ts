import { statSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeAddress } from '../../core/training/client/socket';
import { root, TestBridge } from './support/bridge';
import { TestClient } from './support/client';
import { upgrade } from './support/raw';
import { until } from './support/bridge';

const bridge = new TestBridge();
let address: BridgeAddress;
beforeAll(async () => {
  if (!existsSync(join(root, 'dist/bridge.js'))) throw new Error('build first: node scripts/build.mjs');
  address = await bridge.start();
});
afterAll(() => bridge.dispose());

const http = () => address.url.replace('ws:', 'http:');
const right = () => ({ authorization: `Bearer ${address.token}` });

describe('the door', () => {
  it('lets the token in, and keeps it for its owner', async () => {
    expect(await upgrade(`${address.url}/v1/ws`, { headers: right() })).toBe(101);
    expect(Buffer.from(address.token, 'base64url')).toHaveLength(32);
    expect(statSync(join(bridge.state, 'token')).mode & 0o777).toBe(0o600);
    expect(statSync(bridge.state).mode & 0o777).toBe(0o700);
  });

  it('answers only health to a plain request, and says nothing by it', async () => {
    const health = await fetch(`${http()}/healthz`);
    expect([health.status, await health.text()]).toEqual([200, '{"ok":true}']);
    expect((await fetch(`${http()}/`)).status).toBe(404);
    expect((await fetch(`${http()}/v1/ws`)).status).toBe(404);
    expect((await fetch(`${http()}/healthz`, { method: 'POST' })).status).toBe(405);
  });

  it('refuses a page of a browser, another name of the host, another path, no subprotocol', async () => {
    const url = `${address.url}/v1/ws`;
    expect(await upgrade(url, { headers: right(), origin: 'http://127.0.0.1' })).toBe(403);
    expect(await upgrade(url, { headers: { ...right(), host: 'evil.example:80' } })).toBe(403);
    expect(await upgrade(`${address.url}/v1/ws?token=${address.token}`, {})).toBe(404);
    expect(await upgrade(url, { headers: right() }, [])).toBe(400);
    expect(await upgrade(url, { headers: right() }, ['other.v1'])).toBe(400);
  });

  it('refuses every wrong token alike, then for a minute, but never the right one', async () => {
    const url = `${address.url}/v1/ws`;
    const wrong = [
      undefined,
      'Bearer',
      'Bearer ',
      `bearer ${address.token}`,
      `Basic ${address.token}`,
      `Bearer ${address.token}x`,
      `Bearer ${address.token.slice(1)}`,
      `Bearer ${'x'.repeat(64 * 1024)}`,
      address.token,
    ];
    for (const authorization of wrong)
      expect(await upgrade(url, { headers: authorization === undefined ? {} : { authorization } })).toBe(401);
    expect(await upgrade(url, { headers: {} })).toBe(401);
    expect(await upgrade(url, { headers: {} })).toBe(429);
    expect(await upgrade(url, { headers: right() })).toBe(101);
    expect(readFileSync(join(bridge.state, 'audit.jsonl'), 'utf8')).not.toContain(address.token);
  });

  it('makes the client stop asking', async () => {
    const refused = new TestClient({ ...address, token: 'wrong' });
    // 429 is worth another try later, 401 is not.
    await until('an answer', () => ['refused', 'waiting'].includes(refused.client.status.kind));
    expect(refused.connections).toBe(0);
    refused.client.close();
  });
});
