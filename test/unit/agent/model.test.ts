import { describe, expect, it } from 'vitest';
import type { Spent } from '../../../core/agent/cost';
import { answers, json, stream, whole } from '../../support/model-behaviours';
import { asked, clientOf, rejection, until, useServers } from './serve';

const serve = useServers();
const said = 'Träume der 東京 👩🏽‍🚀: “an answer” in seven words.\nAnd a line.';

describe('a chat', () => {
  it('streams the answer as it comes', async () => {
    const server = await serve({ text: () => said });
    const parts: string[] = [];
    const spent: Spent[] = [];
    const result = await clientOf(server).chat(asked, {
      maxTokens: 300,
      temperature: 0.2,
      onText: (text) => parts.push(text),
      onSpent: (one) => spent.push(one),
    });
    expect(result).toMatchObject({ text: said, reasoning: '', finishReason: 'stop', attempts: 1 });
    expect(result.usage).toEqual({ promptTokens: 1234, completionTokens: 56, estimated: false });
    expect(parts.join('')).toBe(said);
    expect(parts.length).toBeGreaterThan(5);
    expect(result.firstTokenMs).toBeGreaterThan(0);
    expect(result.ms).toBeGreaterThanOrEqual(result.firstTokenMs ?? NaN);
    expect(spent).toEqual([
      {
        endpoint: server.origin,
        model: 'tester',
        requests: 1,
        retries: 0,
        ms: expect.any(Number) as number,
        outcome: 'done',
        promptTokens: 1234,
        completionTokens: 56,
        estimated: false,
      },
    ]);
    expect(JSON.parse(server.chats[0]?.body ?? '')).toEqual({
      model: 'tester',
      messages: asked,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 300,
      temperature: 0.2,
    });
  });

  it('delivers each part when it arrives, not at the end', async () => {
    const server = await serve({ text: () => 'one two three four' });
    server.next(stream({ step: 4, delayMs: 30 }));
    const at: number[] = [];
    const result = await clientOf(server).chat(asked, { onText: () => at.push(performance.now()) });
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(60);
    expect(result.firstTokenMs).toBeLessThan(result.ms - 60);
  });

  it.each([
    ['CRLF', stream({ lineEnd: '\r\n' })],
    ['CR', stream({ lineEnd: '\r' })],
    ['comments between events', stream({ comments: true })],
    ['bytes one by one, through characters and line ends', stream({ bytes: 1, lineEnd: '\r\n' })],
    ['three bytes at a time', stream({ bytes: 3 })],
    ['no [DONE]', stream({ done: false })],
    ['no blank line at the end', stream({ bare: true })],
    ['no finish reason, but [DONE]', stream({ finish: null })],
    ['one piece, though a stream was asked for', whole()],
  ])('is the same with %s', async (_name, behaviour) => {
    const server = await serve({ text: () => said });
    server.next(behaviour);
    const parts: string[] = [];
    const result = await clientOf(server).chat(asked, { onText: (text) => parts.push(text) });
    expect(result.text).toBe(said);
    expect(parts.join('')).toBe(said);
    expect(result.usage).toEqual({ promptTokens: 1234, completionTokens: 56, estimated: false });
  });

  it.each([
    ['a stream', stream({ usage: false })],
    ['an answer in one piece', whole(false)],
  ])('estimates the tokens of %s that does not count them', async (_name, behaviour) => {
    const server = await serve({ text: () => 'twelve ASCII' });
    server.next(behaviour);
    const { usage } = await clientOf(server).chat(asked);
    // “Why?” is four ASCII characters, one token, and eight stand for the template; 12 characters are three.
    expect(usage).toEqual({ promptTokens: 9, completionTokens: 3, estimated: true });
  });

  it.each(['reasoning', 'reasoning_content'] as const)('keeps thoughts in `%s` apart', async (field) => {
    const server = await serve({ text: () => 'the answer' });
    server.next(stream({ reasoning: { field, text: 'the thoughts' } }));
    const thoughts: string[] = [];
    const result = await clientOf(server).chat(asked, { onReasoning: (text) => thoughts.push(text) });
    expect(result).toMatchObject({ text: 'the answer', reasoning: 'the thoughts' });
    expect(thoughts.join('')).toBe('the thoughts');
  });

  it('says that the limit was met, also where nothing was said', async () => {
    const server = await serve({ text: () => '' });
    server.next(stream({ finish: 'length' }));
    const result = await clientOf(server).chat(asked);
    expect(result).toMatchObject({ text: '', finishReason: 'length', firstTokenMs: null });
  });

  it('does not wait for the end of a connection that stays open after [DONE]', async () => {
    const server = await serve();
    server.next(({ response, gone }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n\n');
      return gone;
    });
    const result = await clientOf(server).chat(asked);
    expect(result.text).toBe('x');
    expect(result.ms).toBeLessThan(900);
    await until(() => server.chats[0]?.aborted === true);
  });

  it('reads content that comes in parts', async () => {
    const server = await serve();
    server.next(({ response }) =>
      json(response, 200, {
        choices: [
          {
            message: {
              content: [
                { type: 'text', text: 'a' },
                { type: 'text', text: 'b' },
              ],
            },
          },
        ],
      }),
    );
    expect((await clientOf(server).chat(asked)).text).toBe('ab');
  });

  it.each([
    ['stream_options', 'Extra inputs are not permitted: stream_options', { stream_options: undefined }],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_tokens: undefined, max_completion_tokens: 9 },
    ],
    ['temperature', "Unsupported value: 'temperature' does not support 0.2", { temperature: undefined }],
  ])('asks again without a field that the endpoint refuses: %s', async (_field, message, changed) => {
    const server = await serve();
    server.next(({ response }) => json(response, 400, { error: { message } }));
    const spent: Spent[] = [];
    const result = await clientOf(server).chat(asked, {
      maxTokens: 9,
      temperature: 0.2,
      onSpent: (one) => spent.push(one),
    });
    expect(result.attempts).toBe(2);
    expect(spent[0]).toMatchObject({ requests: 2, retries: 0 });
    const [first, second] = server.chats.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(second).toEqual(JSON.parse(JSON.stringify({ ...first, ...changed })));
  });

  it('does not go on asking where the same field is refused again', async () => {
    const server = await serve();
    const refuse = answers(400, '{"error":"no stream_options"}', { 'content-type': 'application/json' });
    server.next(refuse, refuse);
    expect(String(await rejection(clientOf(server).chat(asked)))).toContain('refused the request (400)');
    expect(server.chats).toHaveLength(2);
  });

  it('passes on what a listener throws, and closes the connection', async () => {
    const server = await serve({ text: () => 'x'.repeat(200) });
    server.next(stream({ delayMs: 20 }));
    const fault = new TypeError('a fault of ours');
    const failing = clientOf(server).chat(asked, {
      onText: () => {
        throw fault;
      },
    });
    expect(await rejection(failing)).toBe(fault);
    expect(server.chats).toHaveLength(1);
    await until(() => server.chats[0]?.aborted === true);
  });
});

describe('calling off', () => {
  it('closes the connection in the middle of an answer', async () => {
    const server = await serve({ text: () => 'x'.repeat(500) });
    server.next(stream({ delayMs: 20 }));
    const abort = new AbortController();
    const spent: Spent[] = [];
    const reason = new Error('the user left');
    const chat = clientOf(server).chat(asked, {
      signal: abort.signal,
      onText: () => abort.abort(reason),
      onSpent: (one) => spent.push(one),
    });
    expect(await rejection(chat)).toBe(reason);
    await until(() => server.chats[0]?.aborted === true);
    expect(spent).toMatchObject([{ outcome: 'cancelled', requests: 1, promptTokens: 9, estimated: true }]);
  });

  it('closes the connection before an answer', async () => {
    const server = await serve();
    server.next(({ gone }) => gone);
    const abort = new AbortController();
    const chat = clientOf(server).chat(asked, { signal: abort.signal });
    await until(() => server.chats.length === 1);
    abort.abort();
    expect(await rejection(chat)).toMatchObject({ name: 'AbortError' });
    await until(() => server.chats[0]?.aborted === true);
  });

  it('ends the wait for another attempt', async () => {
    const server = await serve();
    server.next(answers(429, '', { 'retry-after': '30' }));
    const abort = new AbortController();
    const begun = performance.now();
    const chat = clientOf(server).chat(asked, { signal: abort.signal, onRetry: () => abort.abort() });
    expect(await rejection(chat)).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(server.chats).toHaveLength(1);
  });

  it('sends nothing where it came first', async () => {
    const server = await serve();
    expect(await rejection(clientOf(server).chat(asked, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    expect(server.requests).toEqual([]);
  });
});
