import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { escapedJson } from './escaped-json';
import { PROMPT, RESPONSE } from './texts';
import { decodeTokens } from './tokens';

/** The response with characters of all sizes before and between what is looked for. */
const OUTPUT = RESPONSE.replace('I need the river', 'Où 😀 est "la rivière"\\/ 河')
  .replace('Bread is', 'Čeština 🍞 is')
  .replace('<answer> Melka River ', '<answer> the Melka  River ');
const GOLDS = ['Melka River', 'Мелка'];

const input = escapedJson(PROMPT);
const output = escapedJson(OUTPUT);
const head = `{"input": ${input.json}, "score": 0.5, "gts": ${JSON.stringify(GOLDS)}, "output": `;
const record = `${head}${output.json}, "step": 3}`;
const other = JSON.stringify({ input: PROMPT, output: RESPONSE, gts: ['Melka'], score: 0, step: 3 });
const long = JSON.stringify({ input: PROMPT, output: `${RESPONSE}${' '.repeat(12_000)}`, gts: [], score: 0 });
const lines = [record, '{"input": "torn', '', other, long];

let bundle: Bundle;
let client: TestClient;
let folder: string;
let file: string;

/** Column in line 0 of a character of the output, by the table that the writer kept. */
const column = (offset: number): number => head.length + (output.columns[offset] ?? NaN);
const at = (words: string, into = 0): { line: number; character: number } => ({
  line: 0,
  character: column(OUTPUT.indexOf(words) + into),
});

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop json-'));
  const path = join(folder, 'step 3#é.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  file = pathToFileURL(path).href;
  client = await TestClient.start(bundle.server);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('a JSONL file', () => {
  it('is described', async () => {
    const found = await client.request(requests.describeFile, { file });
    expect(found).toMatchObject({
      file,
      none: null,
      inText: true,
      container: { id: 'verl-jsonl' },
      dialect: { id: 'search-r1' },
    });
  });

  it('lists its rollouts page by page, broken records too', async () => {
    const first = await client.request(requests.listRollouts, { file, from: 0, count: 2 });
    expect(first.next).toBe(2);
    expect(
      first.rollouts.map(({ index, score, turns, searches, documents }) => [
        index,
        score,
        turns,
        searches,
        documents,
      ]),
    ).toEqual([
      [0, 0.5, 3, 2, 3],
      [1, null, 0, 0, 0],
    ]);
    expect(first.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      answer: 'the Melka  River',
      fault: null,
    });
    expect(first.rollouts[1]?.fault).toMatch(/not JSON.*byte \d+/);
    const rest = await client.request(requests.listRollouts, { file, from: 2, count: 100 });
    expect(rest.next).toBeNull();
    expect(rest.rollouts.map(({ id }) => id)).toEqual(['step 3#é.jsonl#2', 'step 3#é.jsonl#3']);
    expect(await client.request(requests.summary, { file, index: 2 })).toEqual(rest.rollouts.slice(0, 1));
  });

  it('gives the own text of a rollout', async () => {
    const { text } = await client.request(requests.rolloutText, { file, index: 0, sample: 0 });
    expect(text).toBe(PROMPT + OUTPUT);
  });

  it('says on which lines records start, and which record covers a position', async () => {
    const found = await client.request(requests.recordLines, { file });
    expect(found).toEqual([
      { line: 0, index: 0 },
      { line: 1, index: 1 },
      { line: 3, index: 2 },
      { line: 4, index: 3 },
    ]);
    const position = { line: 3, character: 20 };
    expect(await client.request(requests.recordAt, { file, position })).toEqual({
      file,
      index: 2,
      sample: 0,
    });
    expect(await client.request(requests.recordAt, { file, position: { line: 2, character: 0 } })).toBeNull();
    expect(await client.request(requests.recordAt, { file, position: { line: 9, character: 0 } })).toBeNull();
  });

  it('has hovers whose ranges are exact in spite of escapes', async () => {
    const start = OUTPUT.indexOf('<search> river Zorvia');
    const end = start + '<search> river Zorvia </search>'.length;
    const hover = await client.request(requests.recordHover, { file, position: at('river Zorvia', 2) });
    expect(hover?.range).toEqual({
      start: { line: 0, character: column(start) },
      end: { line: 0, character: column(end) },
    });
    expect(hover?.markdown).toContain('3 documents · gold at 2');
    expect(hover?.markdown).toContain('The **Melka River** crosses Zorvia');
  });

  it('finds every place of the response, whatever its escapes', async () => {
    const document = OUTPUT.indexOf('Doc 3');
    const end = OUTPUT.indexOf('</information>');
    for (let offset = document; offset < end; offset++) {
      const position = { line: 0, character: column(offset) };
      const hover = await client.request(requests.recordHover, { file, position });
      expect(hover?.range.start.character).toBe(column(document));
      expect(hover?.range.end.character).toBe(column(end));
    }
    const outside = await client.request(requests.recordHover, { file, position: { line: 0, character: 3 } });
    expect(outside).toBeNull();
  });

  it('compares the answer with each gold', async () => {
    const hover = await client.request(requests.recordHover, { file, position: at('the Melka  River', 1) });
    expect(hover?.markdown).toContain('Answer “the Melka River”, normalised “melka river”');
    expect(hover?.markdown).toContain('- gold “Melka River”, normalised “melka river”: EM 1, F1 1.00');
    expect(hover?.markdown).toContain('- gold “Мелка”, normalised “мелка”: EM 0, F1 0.00');
  });

  it('says which other rollouts retrieved a document, once that is known', async () => {
    const position = at('Doc 2', 1);
    let markdown = '';
    for (let tries = 0; tries < 100 && !markdown.includes('Also'); tries++) {
      markdown = (await client.request(requests.recordHover, { file, position }))?.markdown ?? '';
    }
    expect(markdown).toContain('Also retrieved by rollouts #2, #3.');
    const query = await client.request(requests.recordHover, { file, position: at('river Zorvia', 2) });
    expect(query?.markdown).toContain('Also retrieved by rollouts #2, #3.');
    expect(query?.markdown).not.toContain('still reading');
  });

  it('has lenses where searches stand', async () => {
    const lenses = await client.request(requests.searchLenses, { file, index: 0 });
    const starts = ['<search> river', '<search> Melka'].map((words) => OUTPUT.indexOf(words));
    expect(lenses.map(({ range, title, offset }) => [range.start.character, title, offset])).toEqual([
      [column(starts[0] ?? 0), '3 documents · gold at 2', PROMPT.length + (starts[0] ?? 0)],
      [column(starts[1] ?? 0), 'no documents', PROMPT.length + (starts[1] ?? 0)],
    ]);
    expect(lenses[0]?.rollout).toEqual({ file, index: 0, sample: 0 });
  });

  it('leaves records with lines that editors cut to the rollout view', async () => {
    const position = { line: 4, character: long.indexOf('river Zorvia') };
    expect(await client.request(requests.recordHover, { file, position })).toBeNull();
    expect(await client.request(requests.searchLenses, { file, index: 3 })).toEqual([]);
  });

  it('knows where an offset of the own text stands', async () => {
    for (const offset of [0, 5, OUTPUT.indexOf('Čeština'), OUTPUT.indexOf('🍞') + 2, OUTPUT.length - 1]) {
      const place = await client.request(requests.sourcePlace, {
        file,
        index: 0,
        sample: 0,
        offset: PROMPT.length + offset,
      });
      const character = column(offset);
      expect(place).toEqual({
        file,
        position: { line: 0, character },
        byte: Buffer.byteLength(record.slice(0, character)),
      });
    }
  });

  it('has its findings published while it is shown', async () => {
    await client.notify(notifications.fileShown, { file });
    const found = await client.diagnostics(file, ({ diagnostics }) =>
      diagnostics.some(({ range }) => range.start.line >= 3),
    );
    const broken = found.find(({ code }) => code === 'broken-record');
    expect(broken?.range.start.line).toBe(1);
    const empty = found.filter(
      ({ range, code }) => range.start.line === 0 && code === 'search-without-information',
    );
    for (const { range } of empty)
      expect(range.start.character).toBe(column(OUTPUT.indexOf('<search> Melka')));
    await client.notify(notifications.fileClosed, { file });
    expect(await client.diagnostics(file, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
  });
});

describe('a virtual document', () => {
  it('says over its first line what the file holds beyond the text', async () => {
    const path = join(folder, 'header.jsonl');
    const text = '<think>It is he.</think>\n<answer>Darius</answer>';
    const record = {
      question: 'Who led\nthe $(alert) army?',
      answer: ['Alexander the Great', 'Alexander III', 'Iskandar', 'Sikandar'],
      gen_text_store: text,
      judge: true,
      f1: 0.123456789,
      remark: 'x'.repeat(100),
      nested: {},
    };
    writeFileSync(path, `${JSON.stringify(record)}\n`.repeat(2));
    const uri = `rollout:${path}%230.rollout?${encodeURIComponent(pathToFileURL(path).href)}`;
    await client.open(uri, text);
    expect(await client.headers(uri)).toEqual([
      'EM 0 · gold “Alexander the Great”, “Alexander III”, “Iskandar” and 1 more · judge True · f1 0.123457',
      'Question: Who led the \\$(alert) army?',
    ]);
    expect((await client.bareLenses(uri)).map(({ range }) => range.start)).toEqual(
      Array(2).fill({ line: 0, character: 0 }),
    );
  });

  it('says nothing where nothing is known', async () => {
    const uri = 'untitled:bare.rollout';
    await client.open(uri, '<think>a</think>\n<answer>b</answer>');
    expect(await client.headers(uri)).toEqual([]);
  });

  it('has the golds of its record', async () => {
    const path = new URL(file).pathname;
    const uri = `rollout:${path.replaceAll('#', '%23')}%230.rollout?${encodeURIComponent(file)}`;
    const { text } = await client.request(requests.rolloutText, { file, index: 0, sample: 0 });
    await client.open(uri, text);
    const lenses = await client.searchLenses(uri);
    expect(lenses.map(({ command }) => command?.title)).toEqual(['3 documents · gold at 2', 'no documents']);
    expect(lenses[0]?.command?.arguments?.[0]).toEqual({ file, index: 0, sample: 0 });
    expect(lenses[0]?.command?.arguments?.[1]).toBe(text.indexOf('<search> river'));
    const gold = decodeTokens(await client.tokens(uri)).filter(({ modifiers }) => modifiers.includes('gold'));
    const shown = gold.map(({ line, start, length }) => text.split('\n')[line]?.slice(start, start + length));
    expect(shown).toEqual(['Melka River']);
  });
});
