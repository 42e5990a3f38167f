import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { positionOf, PROMPT, RESPONSE, textIn } from './texts';

let bundle: Bundle;
let client: TestClient;
let folder: string;

const record = (gold: string): object => ({ input: PROMPT, output: RESPONSE, gts: [gold], score: 1 });

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return pathToFileURL(path).href;
}

/** A range of the file that shows a hover, by what it covers. */
async function hovered(file: string, text: string, words: string, nth: number): Promise<[string, string]> {
  const hover = await client.request(requests.recordHover, {
    file,
    position: positionOf(text, words, nth, 1),
  });
  return [hover ? textIn(text, hover.range) : '', hover?.markdown ?? ''];
}

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-shapes-'));
  client = await TestClient.start(bundle.server);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('a JSON array', () => {
  it('on many lines has its records found by line', async () => {
    const text = JSON.stringify([record('Melka River'), record('Bread')], null, 2);
    const file = write('pretty.json', text);
    expect(await client.request(requests.recordLines, { file })).toEqual([
      { line: 1, index: 0 },
      { line: positionOf(text, '  {', 2).line, index: 1 },
    ]);
    const [shown, markdown] = await hovered(file, text, 'river Zorvia', 2);
    expect(shown).toBe('<search> river Zorvia </search>');
    expect(markdown).toContain('gold at 3');
    const position = positionOf(text, '"score"', 1);
    expect(await client.request(requests.recordAt, { file, position })).toEqual({
      file,
      index: 0,
      sample: 0,
    });
  });

  it('on one line has its records found by column', async () => {
    const text = JSON.stringify([record('Melka River'), record('Bread')]);
    const file = write('dense.json', text);
    expect(await client.request(requests.recordLines, { file })).toEqual([{ line: 0, index: 0 }]);
    expect(await hovered(file, text, 'river Zorvia', 1)).toEqual([
      '<search> river Zorvia </search>',
      expect.stringContaining('gold at 2') as string,
    ]);
    const [, markdown] = await hovered(file, text, 'river Zorvia', 2);
    expect(markdown).toContain('gold at 3');
    const position = positionOf(text, 'Bread', 3);
    expect(await client.request(requests.recordAt, { file, position })).toMatchObject({ index: 1 });
  });
});

describe('a broken record on many lines', () => {
  it('is marked where it breaks', async () => {
    const whole = JSON.stringify([record('Melka'), record('Bread')], null, 2);
    const at = whole.lastIndexOf('"score": 1');
    const text = `${whole.slice(0, at)}"é": oops${whole.slice(at + '"score": 1'.length)}`;
    const file = write('broken.json', text);
    await client.notify(notifications.fileShown, { file });
    const found = await client.diagnostics(file, ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === 'broken-record'),
    );
    const [broken] = found.filter(({ code }) => code === 'broken-record');
    expect(broken?.range.start).toEqual(positionOf(text, 'oops'));
    await client.notify(notifications.fileClosed, { file });
  });
});

describe('a description', () => {
  it('is plain text', async () => {
    const file = write('plain.jsonl', `${JSON.stringify({ prompt: PROMPT, completion: RESPONSE })}\n`);
    const { container, dialect, otherContainers, otherDialects } = await client.request(
      requests.describeFile,
      {
        file,
      },
    );
    const said = [container, dialect, ...otherContainers, ...otherDialects]
      .map(({ because }) => because)
      .join();
    expect(said).toContain('<search>');
    expect(said).not.toMatch(/[`\\]/);
  });
});

describe('chat messages', () => {
  it('are mapped message by message', async () => {
    const messages = [
      { role: 'user', content: 'Which river crosses Zorvia?' },
      { role: 'assistant', content: '<think>Look "it" up.</think>\n<search> river </search>' },
      { role: 'user', content: '<information>Doc 1(Title: "Rivers") The Melka.</information>' },
      { role: 'assistant', content: '<think>So.</think>\n<answer> Melka </answer>' },
    ];
    const text = `${JSON.stringify({ messages, answer: 'Melka' })}\n`;
    const file = write('chat.jsonl', text.repeat(2));
    const [shown, markdown] = await hovered(file, text, '<answer> Melka', 1);
    expect(markdown).toContain('written by the policy');
    expect(shown).toBe('<answer>');
    const [lens] = await client.request(requests.searchLenses, { file, index: 0 });
    expect(lens && textIn(text, lens.range)).toBe('<search> river </search>');
  });
});

describe('the server', () => {
  it('speaks ipc too', async () => {
    const child = fork(bundle.server, ['--node-ipc'], { silent: true });
    try {
      const answered = new Promise((resolve) => child.once('message', resolve));
      const params = { processId: process.pid, rootUri: null, capabilities: {} };
      child.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(await answered).toMatchObject({ id: 1, result: { serverInfo: { name: 'tracehop' } } });
    } finally {
      child.kill();
    }
  });
});
