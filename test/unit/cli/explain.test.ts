import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fails, stream } from '../../support/model-behaviours';
import { ModelServer } from '../../support/model-server';
import { root } from '../docs/pages';
import { jsonl } from '../rollouts/opened';
import { run } from './run';

const KEY = 'sk-test-0123456789';
const FILE = 'examples/search-r1/step_1.jsonl';

/** Question of a record of the examples, read without Tracehop. */
function questionOf(file: string, index: number): string {
  const line = readFileSync(join(root, file), 'utf8').split('\n')[index] ?? '';
  const { input } = JSON.parse(line) as { input: string };
  return /Question: (.*)\n/.exec(input)?.[1] ?? '';
}

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start({ models: ['tester'] });
  vi.stubEnv('OPENAI_API_KEY', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const explain = (...args: readonly string[]) =>
  run(root, 'explain', join(root, FILE), '--rollout', 'step_1.jsonl#27', ...args);
const asks = (...args: readonly string[]) =>
  explain('--base-url', server.baseUrl, '--model', 'tester', ...args);

describe('explain', () => {
  it('sends the rollout, prints the answer on stdout and what it took on stderr', async () => {
    const { code, out, err } = await asks('--max-tokens', '321');
    expect(code).toBe(0);
    // Record 27 has two turns and one search that brought three documents, and `check` lists three findings.
    expect(out).toBe(
      `You asked about “${questionOf(FILE, 27)}”.\nI saw 2 turns, 3 documents and 3 findings.\n`,
    );
    expect(err).toMatch(
      /^tester at http:\/\/127\.0\.0\.1:\d+: 1234 prompt and 56 completion tokens, 1 request, \d\.\d s, the first token after \d\.\d s\n$/,
    );
    const body = JSON.parse(server.chats[0]?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({ model: 'tester', max_tokens: 321, stream: true });
  });

  it('takes the number alone where there is one file, and an id in a folder', async () => {
    const target = ['--base-url', server.baseUrl, '--model', 'tester'];
    const one = await run(root, 'explain', join(root, FILE), '--rollout', '27', ...target);
    expect(one.out).toContain(questionOf(FILE, 27));
    const folder = join(root, 'examples/search-r1');
    const other = await run(root, 'explain', folder, '--rollout', 'step_20.jsonl#5', ...target);
    expect(other.out).toContain(questionOf('examples/search-r1/step_20.jsonl', 5));
    const unclear = await run(root, 'explain', folder, '--rollout', '5', ...target);
    expect(unclear).toMatchObject({ code: 2, out: '' });
    expect(unclear.err).toContain('"5" names no file');
    expect(server.chats).toHaveLength(2);
  });

  it('sends the key of the variable, and prints it nowhere', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY);
    vi.stubEnv('OTHER_KEY', 'sk-other');
    const usual = await asks();
    expect(server.chats[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(usual.err).toContain(`the key in OPENAI_API_KEY goes to ${server.origin}\n`);
    await asks('--api-key-env', 'OTHER_KEY');
    expect(server.chats[1]?.headers.authorization).toBe('Bearer sk-other');
    server.next(fails(401, `Incorrect API key provided: ${KEY}`));
    const refused = await asks('--json');
    expect(refused.code).toBe(1);
    const dry = await asks('--dry-run');
    for (const { out, err } of [usual, refused, dry]) expect(out + err).not.toContain(KEY);
    expect(refused.err).toContain('does not take the key (401): Incorrect API key provided: [key]');
  });

  it('prints one JSON value', async () => {
    const { code, out } = await asks('--json', '--budget', '1500');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 'step_1.jsonl#27',
      endpoint: server.baseUrl,
      model: 'tester',
      text: expect.stringContaining('I saw 2 turns') as string,
      finishReason: 'stop',
      error: null,
      spent: { promptTokens: 1234, completionTokens: 56, estimated: false, outcome: 'done' },
    });
  });

  it('keeps what came, and ends with 1, where the connection breaks', async () => {
    server.next(stream({ until: 14, then: 'drop', delayMs: 1 }));
    const { code, out, err } = await asks();
    expect(code).toBe(1);
    expect(out).toBe('You asked abou\n');
    expect(err).toContain('broke: the connection was closed by the other side. 14 characters');
    expect(err).toContain('(estimated)');
    server.next(stream({ until: 14, then: 'drop', delayMs: 1 }));
    const json = JSON.parse((await asks('--json')).out) as Record<string, unknown>;
    expect(json).toMatchObject({ text: 'You asked abou', error: { kind: 'connection', status: null } });
  });

  it('says that it waits, and for what', async () => {
    server.next(fails(503, 'loading'));
    const { code, err } = await asks();
    expect(code).toBe(0);
    expect(err).toMatch(/failed \(503\): loading\. Next attempt in 0\.\d s\./);
    expect(err).toContain('2 requests');
  });

  it('names the models there are', async () => {
    const { code, out, err } = await explain('--base-url', server.baseUrl, '--model', 'gpt-5');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`There is no model gpt-5 at ${server.baseUrl}; it offers tester.`);
  });

  it('prints nothing of the answer that steers a terminal', async () => {
    await server.stop();
    server = await ModelServer.start({ text: () => 'a\u001b[2Jb\u009b31mc\u0007\u202ed\te\r\nf' });
    expect((await asks()).out).toBe('a[2Jb31mcd\te\nf\n');
  });

  it('says what was left out', async () => {
    const { err, code } = await asks('--budget', '1500');
    expect(code).toBe(0);
    expect(err).not.toContain('not all');
    const folder = mkdtempSync(join(tmpdir(), 'tracehop-explain-'));
    const output = `<search>q</search><information>Doc 1(Title: "T") ${'word '.repeat(9000)}</information>`;
    writeFileSync(
      join(folder, 'long.jsonl'),
      jsonl({ input: 'Question: q?\n', output, gts: ['g'], score: 0 }),
    );
    const target = ['--base-url', server.baseUrl, '--model', 'tester'];
    const long = await run(folder, 'explain', join(folder, 'long.jsonl'), '--rollout', '0', ...target);
    expect(long.err).toMatch(
      /^not all of the rollout fits: other documents: 1 of 1 shortened; \d+ of \d+ characters/,
    );
    rmSync(folder, { recursive: true });
  });

  it('sends nothing with --dry-run, and shows what it would send', async () => {
    const { code, out, err } = await asks('--dry-run');
    expect(code).toBe(0);
    expect(out).toContain(
      `to: ${server.baseUrl}/chat/completions\nmodel: tester, at most 4000 tokens\nkey: none\n`,
    );
    expect(out).toContain(JSON.stringify({ question: questionOf(FILE, 27) }));
    expect(err).toMatch(/^nothing was sent: \d+ characters, about \d+ tokens\n$/);
    expect(server.requests).toEqual([]);
    const json = JSON.parse((await asks('--dry-run', '--json')).out) as {
      body: { messages: { content: string }[] };
    };
    await asks();
    const sent = JSON.parse(server.chats[0]?.body ?? '') as { messages: { content: string }[] };
    const marks = /\b[0-9a-f]{24}\b/g;
    expect(json.body).toEqual({
      ...sent,
      messages: sent.messages.map((message, at) => ({
        ...message,
        // The mark is another each time.
        content: message.content.replace(marks, marks.exec(json.body.messages[at]?.content ?? '')?.[0] ?? ''),
      })),
    });
  });

  it.each([
    [['--base-url', 'localhost:1'], /error: A base URL begins with http/],
    [[], /error: name the endpoint with --base-url and --model/],
    [['--base-url', 'http://127.0.0.1:1'], /error: name the endpoint/],
    [['--dry-run', '--budget', '10'], /error: A budget of 10 tokens is too small/],
    [['--dry-run', '--budget', 'x'], /whole number/],
    [
      ['--base-url', 'http://127.0.0.1:1', '--model', 'm', '--api-key-env', 'NOT_SET_HERE'],
      /NOT_SET_HERE is empty/,
    ],
  ])('is wrong usage with %j', async (args, message) => {
    const { code, out, err } = await explain(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it.each([
    ['step_1.jsonl#9999', /holds no rollout step_1\.jsonl#9999/],
    ['other.jsonl#1', /holds no rollout other\.jsonl#1/],
    ['step_1.jsonl#1.5', /the record holds 1 rollouts, and no 5/],
    ['nonsense', /"nonsense" is no id of a rollout/],
  ])('does not find %s', async (id, message) => {
    const { code, err } = await run(root, 'explain', join(root, FILE), '--rollout', id, '--dry-run');
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('says why a broken record has none', async () => {
    const { code, err } = await run(
      root,
      'explain',
      join(root, 'examples/broken.jsonl'),
      '--rollout',
      '6',
      '--dry-run',
    );
    expect(code).toBe(2);
    expect(err).toContain('broken.jsonl#6: the record cannot be read: the record is a list');
  });
});

describe('the process', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tracehop-cli-'));
    await build({
      absWorkingDir: root,
      entryPoints: ['cli/cli.ts'],
      outfile: join(folder, 'cli.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      mainFields: ['module', 'main'],
      supported: { 'dynamic-import': false },
      logLevel: 'warning',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints each part as it comes, and closes the connection when it is interrupted', async () => {
    server.next(stream({ delayMs: 50, step: 5 }));
    const args = [
      'explain',
      join(root, FILE),
      '--rollout',
      '27',
      '--base-url',
      server.baseUrl,
      '--model',
      'tester',
    ];
    const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    const first = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(String(data))),
    );
    expect(first.length).toBeLessThan(40);
    expect('You asked about').toContain(first.slice(0, 15));
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    await vi.waitFor(() => expect(server.chats[0]?.aborted).toBe(true));
  });
});
