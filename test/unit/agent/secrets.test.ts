import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { endpointOf, keyOf } from '../../../core/agent/endpoint';
import { ModelClient } from '../../../core/agent/model';
import { answers, drop, fails, stream } from '../../support/model-behaviours';
import { asked, clientOf, rejection, useServers } from './serve';

const serve = useServers();
const KEY = 'sk-live-0123456789abcdef';

/** Everything that can be seen of a value, hidden members and causes too. */
const shown = (value: unknown): string => inspect(value, { depth: 20, showHidden: true }) + String(value);

describe('the key', () => {
  it('is sent to the endpoint, with the headers that are needed and no others', async () => {
    const server = await serve({ apiKey: KEY });
    await clientOf(server, { apiKey: ` ${KEY}\n` }).chat(asked);
    await clientOf(server, { apiKey: KEY }).listModels();
    const [chat, models] = server.requests.map(({ headers }) => headers);
    const ours = ['accept', 'authorization', 'content-type', 'user-agent'];
    // What Node's own fetch adds.
    const fetchs = [
      'host',
      'connection',
      'accept-language',
      'sec-fetch-mode',
      'accept-encoding',
      'content-length',
    ];
    expect(
      Object.keys(chat ?? {})
        .filter((name) => !fetchs.includes(name))
        .sort(),
    ).toEqual(ours);
    expect(chat).toMatchObject({ authorization: `Bearer ${KEY}`, 'user-agent': 'tracehop' });
    expect(Object.keys(models ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
  });

  it('is not taken from the environment, nor is anything else', async () => {
    const server = await serve();
    const variables = {
      OPENAI_API_KEY: KEY,
      OPENAI_ADMIN_KEY: KEY,
      OPENAI_ORG_ID: 'org-secret',
      OPENAI_PROJECT_ID: 'proj-secret',
      OPENAI_CUSTOM_HEADERS: `Authorization: Bearer ${KEY}\nx-secret: ${KEY}`,
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_LOG: 'debug',
    };
    const logs = (['debug', 'info', 'warn', 'error', 'log'] as const).map((name) => vi.spyOn(console, name));
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    try {
      await clientOf(server).chat(asked);
      const [received] = server.chats;
      expect(received?.headers.authorization).toBeUndefined();
      expect(shown(received)).not.toMatch(/secret|sk-live/);
      for (const log of logs) expect(log).not.toHaveBeenCalled();
    } finally {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    }
  });

  it.each([
    ['401 that repeats it', fails(401, `Incorrect API key provided: ${KEY}.`)],
    ['403', fails(403, `the key ${KEY} may not`)],
    ['400', fails(400, `Authorization: Bearer ${KEY}`)],
    ['500', answers(500, KEY, { 'content-type': 'text/plain' })],
    [
      '200 that is an error',
      answers(200, JSON.stringify({ error: KEY }), { 'content-type': 'application/json' }),
    ],
    ['a dropped connection', drop],
    ['an error in the stream', stream({ until: 3, then: { event: `data: {"error":"${KEY}"}` } })],
    ['garbage in the stream', stream({ until: 3, then: { event: `data: ${KEY}` } })],
  ])('stands in no error: %s', async (_name, behaviour) => {
    const server = await serve();
    server.next(behaviour);
    const said: string[] = [];
    const client = clientOf(server, { apiKey: KEY, retry: { retries: 0 } });
    const error = await rejection(client.chat(asked, { onRetry: ({ why }) => said.push(why) }));
    expect(shown([error, said, client])).not.toContain(KEY);
    expect((error as Error).stack).not.toContain(KEY);
  });

  it('is refused without being repeated where it cannot be sent', () => {
    for (const key of ['sk-secret sk-other', 'sk-secret\r\nx-evil: 1', 'sk-secret–dash']) {
      expect(() => keyOf(key)).toThrow('copy it again');
      expect(() => keyOf(key)).not.toThrow('secret');
    }
    expect(keyOf('  ')).toBeNull();
  });

  it('does not stand in the base URL', () => {
    for (const url of [
      'https://user:hunter2@host/v1',
      'https://hunter2@host/v1',
      'https://host/v1?key=hunter2',
    ]) {
      expect(() => new ModelClient({ baseUrl: url, model: 'm' })).toThrow(/base URL/);
      expect(() => new ModelClient({ baseUrl: url, model: 'm' })).not.toThrow('hunter2');
    }
  });
});

describe('a base URL', () => {
  it.each([
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1', true, false],
    [' https://api.openai.com/v1/chat/completions ', 'https://api.openai.com/v1', false, true],
    ['HTTP://LocalHost:8000', 'http://localhost:8000', true, false],
    ['http://[::1]:8000/v1', 'http://[::1]:8000/v1', true, false],
    ['http://127.1/v1', 'http://127.0.0.1/v1', true, false],
    ['http://127.0.0.1.evil.example/v1', 'http://127.0.0.1.evil.example/v1', false, false],
    ['http://localhost.example/v1', 'http://localhost.example/v1', false, false],
    ['https://host:443/openai//', 'https://host/openai', false, true],
  ])('%s', (written, baseUrl, loopback, encrypted) => {
    const endpoint = endpointOf(written);
    expect(endpoint).toMatchObject({ baseUrl, loopback, encrypted });
    expect(endpoint.origin).toBe(new URL(baseUrl).origin);
  });

  it.each([
    '',
    'localhost:8000/v1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'https://host/v1#x',
  ])('is not %s', (written) => {
    expect(() => endpointOf(written)).toThrow(/base URL/);
  });
});
