import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Spent } from '../../../core/agent/cost';
import { ModelError } from '../../../core/agent/failure';
import type { ModelClient } from '../../../core/agent/model';
import { type ChatOptions } from '../../../core/agent/model';
import { answers, comments, drop, fails, hang, stream } from '../../support/model-behaviours';
import type { ModelServer } from '../../support/model-server';
import { asked, clientOf, rejection, until, useServers } from './serve';

const serve = useServers();

async function failure(client: ModelClient, options: ChatOptions = {}): Promise<ModelError> {
  const error = await rejection(client.chat(asked, options));
  if (!(error instanceof ModelError)) throw error;
  return error;
}

/** A base URL where nothing listens any more. */
async function freeBaseUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

describe('another attempt', () => {
  it.each([408, 409, 429, 500, 502, 503, 529])('is made after %i', async (status) => {
    const server = await serve({ text: () => 'well' });
    server.next(fails(status, 'not now'), fails(status, 'not now'));
    const retries: unknown[] = [];
    const spent: Spent[] = [];
    const result = await clientOf(server).chat(asked, {
      onRetry: (retry) => retries.push(retry),
      onSpent: (one) => spent.push(one),
    });
    expect(result).toMatchObject({ text: 'well', attempts: 3 });
    expect(retries).toHaveLength(2);
    expect(retries[0]).toMatchObject({ attempt: 2, why: expect.stringContaining(`(${status})`) as string });
    expect(spent).toMatchObject([{ requests: 3, retries: 2, outcome: 'done' }]);
  });

  it.each([400, 401, 403, 404, 422, 501])('is not made after %i', async (status) => {
    const server = await serve();
    server.next(fails(status, 'no'));
    const error = await failure(clientOf(server));
    expect(error).toMatchObject({ status, attempts: 1, text: '' });
    expect(error.message).toContain(': no');
    expect(server.chats).toHaveLength(1);
  });

  it('is made after a connection that was dropped or refused', async () => {
    const server = await serve({ text: () => 'well' });
    server.next(drop, drop);
    expect(await clientOf(server).chat(asked)).toMatchObject({ text: 'well', attempts: 3 });
    const baseUrl = await freeBaseUrl();
    const error = await failure(clientOf({ baseUrl }, { retry: { retries: 2 } }));
    expect(error).toMatchObject({ kind: 'connection', status: null, attempts: 3 });
    expect(error.message).toBe(
      `${baseUrl} cannot be reached: nothing listens there; start the server, or correct the port. ` +
        'That was attempt 3, the last.',
    );
  });

  it('is made after an error inside the stream that names such a status, before the first token', async () => {
    const server = await serve({ text: () => 'well' });
    const event = `data: ${JSON.stringify({ error: { message: 'overloaded', code: 503 } })}`;
    server.next(stream({ until: 0, then: { event } }));
    expect(await clientOf(server).chat(asked)).toMatchObject({ text: 'well', attempts: 2 });
  });

  it('waits as long as Retry-After says', async () => {
    const server = await serve();
    server.next(fails(429, 'slow down', { 'retry-after': '1' }));
    const waits: number[] = [];
    await clientOf(server, { retry: { random: () => 0 } }).chat(asked, {
      onRetry: ({ waitMs }) => waits.push(waitMs),
    });
    expect(waits).toEqual([1000]);
    const [first, second] = server.chats.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is given up where Retry-After is longer than anyone waits', async () => {
    const server = await serve();
    server.next(fails(429, 'slow down', { 'retry-after': '3600' }));
    const error = await failure(clientOf(server));
    expect(error).toMatchObject({ kind: 'busy', attempts: 1 });
    expect(error.message).toContain('It asks to come again in 3600 s.');
  });

  it('is not made where the account is used up', async () => {
    const server = await serve();
    const body = JSON.stringify({
      error: { message: 'You exceeded your quota', code: 'insufficient_quota' },
    });
    server.next(answers(429, body, { 'content-type': 'application/json' }));
    expect((await failure(clientOf(server))).message).toBe(
      `The account at ${server.baseUrl} is used up (429): You exceeded your quota.`,
    );
    expect(server.chats).toHaveLength(1);
  });

  it('ends after the last', async () => {
    const server = await serve();
    server.next(...Array.from({ length: 9 }, () => fails(500, 'broken')));
    const error = await failure(clientOf(server));
    expect(error).toMatchObject({ kind: 'server', status: 500, attempts: 5 });
    expect(error.message).toBe(`${server.baseUrl} failed (500): broken. That was attempt 5, the last.`);
    expect(server.chats).toHaveLength(5);
  });
});

describe('after the first token', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz';

  it.each([
    ['a dropped connection', 'drop', 'connection', /broke/],
    ['an end without a reason', 'end', 'connection', /broke/],
    ['silence', 'hang', 'timeout', /fell silent in the middle of its answer, for 0\.2 s/],
    [
      'an error',
      { event: 'data: {"error":{"message":"out of memory","code":500}}' },
      'broken',
      /out of memory/,
    ],
    ['an error of another form', { event: 'event: error\ndata: {"message":"gone"}' }, 'broken', /gone/],
    [
      'an error as vLLM wrote it',
      { event: 'data: {"object":"error","message":"bad","code":500}' },
      'broken',
      /bad/,
    ],
    ['garbage', { event: 'data: {"choices": [' }, 'broken', /no JSON object/],
  ] as const)('%s keeps what came, and nothing is repeated', async (_name, then, kind, message) => {
    const server = await serve({ text: () => text });
    server.next(stream({ step: 5, until: 10, then, delayMs: 1 }));
    const spent: Spent[] = [];
    const heard: string[] = [];
    const error = await failure(clientOf(server, { idleTimeoutMs: 200 }), {
      onSpent: (one) => spent.push(one),
      onText: (part) => heard.push(part),
    });
    expect(error).toMatchObject({ kind, text: 'abcdefghij', attempts: 1 });
    expect(heard.join('')).toBe('abcdefghij');
    expect(error.message).toMatch(message);
    expect(error.message).toContain('10 characters of the answer had arrived.');
    expect(server.chats).toHaveLength(1);
    expect(spent).toMatchObject([
      { outcome: 'failed', promptTokens: 9, completionTokens: 3, estimated: true },
    ]);
  });

  it('closes the connection of an answer that fell silent', async () => {
    const server = await serve();
    server.next(stream({ until: 5, then: 'hang' }));
    await failure(clientOf(server, { idleTimeoutMs: 100 }));
    await until(() => server.chats[0]?.aborted === true);
  });
});

describe('an answer that is none', () => {
  it.each([
    ['nothing', hang],
    ['comments only', comments],
  ])('%s is not waited for', async (_name, behaviour) => {
    const server = await serve();
    server.next(behaviour);
    const error = await failure(clientOf(server, { timeoutMs: 150 }));
    expect(error).toMatchObject({ kind: 'timeout', attempts: 1, text: '' });
    expect(error.message).toBe(
      `${server.baseUrl} did not begin to answer within 0.2 s; it may be busy, or still loading tester.`,
    );
    await until(() => server.chats[0]?.aborted === true);
  });

  it('names the model that is not there, and those that are', async () => {
    const server = await serve({ models: ['qwen3-8b', 'llama-3.1-8b'] });
    const error = await failure(clientOf(server, { model: 'gpt-5' }));
    expect(error).toMatchObject({ kind: 'model', status: 404 });
    expect(error.message).toBe(
      `There is no model gpt-5 at ${server.baseUrl}; it offers qwen3-8b, llama-3.1-8b.`,
    );
  });

  it('names at most eight', async () => {
    const server = await serve({ models: Array.from({ length: 20 }, (_, at) => `m${at}`) });
    expect((await failure(clientOf(server))).message).toContain('m6, m7, and 12 more.');
  });

  it('finds the /v1 that is missing', async () => {
    const server = await serve();
    const error = await failure(clientOf({ baseUrl: server.origin }));
    expect(error.message).toBe(
      `${server.origin} is no OpenAI-compatible API, but ${server.baseUrl} is: set that as the base URL.`,
    );
  });

  it('says where there is no API at all', async () => {
    const server = await serve({ path: '/elsewhere' });
    const error = await failure(clientOf({ baseUrl: `${server.origin}/api` }));
    expect(error).toMatchObject({ kind: 'address', status: 404 });
    expect(error.message).toBe(
      `${server.origin}/api has no chat completions (404): Not Found. Base URLs mostly end in /v1.`,
    );
  });

  it.each([200, 404, 502])('sees a web page of %i', async (status) => {
    const server = await serve();
    server.next(answers(status, '<!DOCTYPE html><html><h1>Welcome to nginx</h1></html>'));
    const error = await failure(clientOf(server, { retry: { retries: 0 } }));
    expect(error.message).not.toContain('nginx');
    expect(error.kind).toBe(status === 502 ? 'server' : 'address');
    if (status === 200) expect(error.message).toContain('it sent a web page');
  });

  it.each([
    ['other JSON', '{"status":"ok"}', 'application/json', /no chat completion/],
    ['an empty stream', '', 'text/event-stream', /its answer is empty/],
    ['an error with status 200', '{"error":"model is loading"}', 'application/json', /model is loading/],
  ])('sees %s', async (_name, body, type, message) => {
    const server = await serve();
    server.next(answers(200, body, { 'content-type': type }));
    expect((await failure(clientOf(server))).message).toMatch(message);
    expect(server.chats).toHaveLength(1);
  });

  it('does not follow a redirect, which would send the rollout somewhere the user did not name', async () => {
    const other = await serve();
    const server = await serve();
    server.next(answers(307, '', { location: `${other.baseUrl}/chat/completions` }));
    const error = await failure(clientOf(server, { apiKey: 'sk-secret' }));
    expect(error.message).toBe(
      `${server.baseUrl} redirects to ${other.origin}, which is not followed; set the URL it leads to.`,
    );
    expect(other.requests).toEqual([]);
  });

  it('says that a port cannot be used', async () => {
    const error = await failure(clientOf({ baseUrl: 'http://127.0.0.1:25/v1' }));
    expect(error.message).toContain('its port is one that web clients do not use');
    expect(error.attempts).toBe(1);
  });

  it('says that a server does not speak https', async () => {
    const server = await serve();
    const error = await failure(clientOf({ baseUrl: server.baseUrl.replace('http:', 'https:') }));
    expect(error.message).toContain('it does not speak https; the URL may begin with http://');
    expect(error.attempts).toBe(1);
  });

  it('says that what listens speaks something else', async () => {
    const other = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`;
    const error = await failure(clientOf({ baseUrl }, { retry: { retries: 1 } }));
    expect(error.kind).toBe('connection');
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1 cannot be reached/);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('the list of models', () => {
  it('is that of the endpoint', async () => {
    const server = await serve({ models: ['b', 'a'], apiKey: 'sk-1' });
    expect(await clientOf(server, { apiKey: 'sk-1' }).listModels()).toEqual(['b', 'a']);
  });

  it('fails with a sentence', async () => {
    const server: ModelServer = await serve({ apiKey: 'sk-1' });
    expect(await rejection(clientOf(server).listModels())).toMatchObject({ kind: 'key', status: 401 });
    const elsewhere = clientOf({ baseUrl: `${server.origin}/nothing` }, { apiKey: 'sk-1' });
    expect(await rejection(elsewhere.listModels())).toMatchObject({ kind: 'address' });
    expect(server.requests).toHaveLength(2);
  });

  it('can be called off', async () => {
    const server = await serve();
    expect(await rejection(clientOf(server).listModels(AbortSignal.abort()))).toMatchObject({
      name: 'AbortError',
    });
  });
});
