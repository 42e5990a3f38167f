import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { positionOf } from './texts';
import { decodeTokens, faultsOf } from './tokens';

/** What was super-linear took most of a minute at this size; what is linear takes a second or two. */
const LENGTH = 10_000;
const PATIENCE = 30_000;

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

const documents = 'Doc 1(Title: "Rivers") The Melka River.\nDoc 2(Title: "Bread") It is baked.';

/** Texts that are long in one way each. */
const TEXTS: Readonly<Record<string, string>> = {
  turns: `${times(LENGTH, (at) => `<think>t</think>\n<search> q${at} </search>\n\n<information>${documents}</information>\n\n`)}<answer> Melka River </answer>`,
  'chat turns': times(
    LENGTH,
    (at) => `<|im_start|>user\nQuestion ${at}?<|im_end|>\n<|im_start|>assistant\nNo idea.<|im_end|>\n`,
  ),
  'tool calls': `<|im_start|>system\nYou search.<|im_end|>\n<|im_start|>user\nWhich river?<|im_end|>\n${times(
    LENGTH,
    (at) =>
      `<|im_start|>assistant\n<tool_call>\n{"name": "search", "arguments": {"query": "q${at}"}}\n</tool_call><|im_end|>\n` +
      `<|im_start|>user\n<tool_response>\nThe Melka River.\n</tool_response><|im_end|>\n`,
  )}<|im_start|>assistant\nDone.<|im_end|>`,
  'searches of one turn': `<think>t</think>${times(LENGTH, (at) => `<search> q${at} </search>`)}\n\n<information>${documents}</information>\n\n<answer> Melka River </answer>`,
  'documents of one turn': `<think>t</think><search> q </search>\n\n<information>${times(LENGTH, (at) => `Doc ${at + 1}(Title: "T${at}") The Melka River.\n`)}</information>\n\n<answer> Melka River </answer>`,
  'answers and tags': `<think>${times(LENGTH, () => '<answer> Melka River </answer></search>')}</think><answer> Melka River </answer>`,
};

let bundle: Bundle;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-long-'));
  client = await TestClient.start(bundle.server, { settings: {} });
});

afterAll(() => {
  client.process.kill();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(TEXTS))('a text with many %s', (name, text) => {
  const uri = `untitled:${name.replaceAll(' ', '-')}.rollout`;
  const end = { line: text.split('\n').length - 1, character: 0 };

  it('is coloured, folded, outlined and diagnosed', { timeout: PATIENCE }, async () => {
    await client.open(uri, text);
    const tokens = decodeTokens(await client.tokens(uri));
    expect(faultsOf(tokens, text)).toEqual([]);
    expect(tokens.length).toBeGreaterThan(0);
    const last = await client.tokens(uri, { start: end, end });
    expect(decodeTokens(last).every(({ line }) => line === end.line)).toBe(true);
    await client.folds(uri);
    expect((await client.symbols(uri)).length).toBeGreaterThan(0);
    await client.hints(uri, { start: { line: 0, character: 0 }, end });
    await client.diagnostics(uri, ({ version }) => version === 1);
  });

  it('has lenses, hovers, definitions and references', { timeout: PATIENCE }, async () => {
    const lenses = (await client.bareLenses(uri)).filter(({ command }) => command === undefined);
    expect(lenses).toHaveLength(text.split(/<search>|<tool_call>/).length - 1);
    for (const lens of [...lenses.slice(0, 1), ...lenses.slice(-1)]) {
      expect((await client.resolve(lens)).command?.title).toMatch(/document|result/);
    }
    if (!text.includes('<answer>')) return;
    const answer = positionOf(text.slice(text.lastIndexOf('<answer>')), 'Melka River', 1, 1);
    const at = { line: end.line, character: answer.character };
    const before = text.lastIndexOf('<answer>') - text.lastIndexOf('\n') - 1;
    const place = { ...at, character: at.character + before };
    expect(await client.hover(uri, place)).toContain('Melka River');
    await client.definition(uri, place);
    expect((await client.references(uri, place))?.length).toBeGreaterThan(0);
    if (lenses.length > 0) expect(await client.hover(uri, lenses.at(-1)!.range.start)).not.toBeNull();
    await client.closeDocument(uri);
  });
});

describe('a record with many messages', () => {
  it('answers every request', { timeout: PATIENCE }, async () => {
    const messages = Array.from({ length: LENGTH }, (_, at) =>
      at % 2 === 0
        ? { role: 'user', content: at === 0 ? 'Which river?' : `<information>${documents}</information>` }
        : { role: 'assistant', content: `<think>t</think>\n<search> q${at} </search>` },
    );
    const text = JSON.stringify([{ messages, answer: 'Melka River' }], null, 1);
    const path = join(folder, 'messages.json');
    writeFileSync(path, text);
    const file = pathToFileURL(path).href;
    expect((await client.request(requests.describeFile, { file })).inText).toBe(true);
    const own = await client.request(requests.rolloutText, { file, index: 0, sample: 0 });
    const lenses = await client.request(requests.searchLenses, { file, index: 0 });
    expect(lenses).toHaveLength(LENGTH / 2);
    const position = positionOf(text, `q${LENGTH - 1}`);
    const hover = await client.request(requests.recordHover, { file, position });
    expect(hover?.range.start.line).toBe(position.line);
    expect(await client.request(requests.recordAt, { file, position })).toMatchObject({ index: 0 });
    const offset = own.text.length - 1;
    await client.request(requests.sourcePlace, { file, index: 0, sample: 0, offset });
    await client.notify(notifications.fileShown, { file });
    await client.diagnostics(file);
    await client.notify(notifications.fileClosed, { file });
  });
});

describe('a record with many samples', () => {
  it('answers for each of them', { timeout: PATIENCE }, async () => {
    const texts = Array.from(
      { length: LENGTH },
      (_, at) => `<think>${at}</think>\n<answer> a${at} </answer>`,
    );
    const record = { question: 'Which river?', answer: 'Melka River', gen_text_store: texts };
    const text = JSON.stringify([record, record], null, 1);
    const path = join(folder, 'samples.json');
    writeFileSync(path, text);
    const file = pathToFileURL(path).href;
    for (const sample of [0, LENGTH / 2, LENGTH - 1]) {
      const position = positionOf(text, ` a${sample} `, 1, 1);
      expect(await client.request(requests.recordAt, { file, position })).toEqual({ file, index: 0, sample });
      const hover = await client.request(requests.recordHover, { file, position });
      expect(hover?.markdown).toContain(`a${sample}`);
    }
    expect((await client.request(requests.describeFile, { file })).inText).toBe(true);
    expect(await client.request(requests.summary, { file, index: 0 })).toHaveLength(LENGTH);
  });
});
