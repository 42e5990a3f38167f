import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONGEST_MEMORY_TEXT, MEMORY_SCHEME } from '../../../core/protocol/records';
import { notifications, requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';

const RECORD = { meta: { q: 'Which “river”?', gold: ['Melka'] }, out: 'I think.\nThe Melka.', ok: true };
const MAP =
  'version: 1\ncontainers:\n  "other.jsonl":\n    fields: {text: out, question: meta.q, golds: meta.gold, score: ok}\n';

let bundle: Bundle;
let client: TestClient;
let folder: string;

const uri = (name: string): string => pathToFileURL(join(folder, name)).href;

function write(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return uri(name);
}

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop yml-'));
  write(
    'one/other.jsonl',
    `${JSON.stringify(RECORD)}\n{"torn": \n${JSON.stringify({ ...RECORD, out: 'b' })}\n`,
  );
  write('two/other.jsonl', `${JSON.stringify(RECORD)}\n`);
  client = await TestClient.start(bundle.server, { folders: [uri('one'), uri('two')] });
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

const describeFile = (file: string) => client.request(requests.describeFile, { file });
const changed = (file: string) =>
  client.notify({ method: 'workspace/didChangeWatchedFiles' }, { changes: [{ uri: file, type: 2 }] });

describe('records that nobody recognised', () => {
  it('are described, listed and read', async () => {
    const file = uri('one/other.jsonl');
    const described = await describeFile(file);
    expect(described).toMatchObject({ holds: 'records', container: { id: 'raw' }, inText: false });
    expect(described.none).toMatch(/looks like the text of a rollout/);
    const { records, next } = await client.request(requests.listRecords, { file, from: 0, count: 2 });
    expect(records.map(({ index }) => index)).toEqual([0, 1]);
    expect(records[0]?.opening).toMatch(/^\{"meta":\{"q":"Which “river”\?"/);
    expect([records[0]?.fault, records[1]?.fault]).toEqual([
      null,
      expect.stringMatching(/^not JSON; found /),
    ]);
    expect(next).toBe(2);
    const rest = await client.request(requests.listRecords, { file, from: 2, count: 50 });
    expect([rest.records.length, rest.next]).toEqual([1, null]);

    const readable = await client.request(requests.readableRecord, { file, index: 0 });
    expect(readable).toEqual({
      form: 'yaml',
      text: 'meta:\n  q: Which “river”?\n  gold:\n    - Melka\nout: |-\n  I think.\n  The Melka.\nok: true\n',
    });
    expect(await client.request(requests.readableRecord, { file, index: 1 })).toEqual({
      form: 'text',
      text: '{"torn": ',
    });
    expect(
      await client.request(requests.ownOffsetAt, { file, position: { line: 0, character: 5 } }),
    ).toBeNull();
    await expect(client.request(requests.readableRecord, { file, index: 9 })).rejects.toThrow(
      /has no record #9/,
    );
    await expect(client.request(requests.rolloutText, { file, index: 0, sample: 0 })).rejects.toThrow(
      /holds no rollouts: /,
    );
  });
});

describe('mapping fields', () => {
  it('offers the fields with values, and guesses', async () => {
    const found = await client.request(requests.fieldSamples, { file: uri('one/other.jsonl') });
    expect(found.records).toBe(2);
    expect(found.fields).toEqual([
      { path: 'meta', kind: 'object', values: ['{q: "Which “river”?", gold: […]}'], count: 2 },
      { path: 'out', kind: 'text', values: ['I think. The Melka.', 'b'], count: 2 },
      { path: 'ok', kind: 'boolean', values: ['true'], count: 2 },
      { path: 'meta.q', kind: 'text', values: ['Which “river”?'], count: 2 },
      { path: 'meta.gold', kind: 'list of 1', values: ['["Melka"]'], count: 2 },
      { path: 'meta.gold[0]', kind: 'text', values: ['Melka'], count: 2 },
    ]);
    expect(found.guesses).toEqual({ text: 'out', question: 'meta.q', golds: 'meta.gold', score: 'ok' });
    const none = write('one/numbers.jsonl', '1\n2\n');
    await expect(client.request(requests.fieldSamples, { file: none })).rejects.toThrow(/no fields to map/);
  });

  it('shows what a map makes of the file, or why nothing', async () => {
    const file = uri('one/other.jsonl');
    const fields = { text: 'out', question: 'meta.q', golds: 'meta.gold', score: 'ok', step: 'nowhere' };
    const preview = await client.request(requests.previewMapping, { file, fields });
    expect(preview).toMatchObject({ records: 3, rollouts: 2 });
    expect(preview.text).toMatch(/^rollout {3}other\.jsonl#0\nquestion {2}Which “river”\?\ngolds {5}Melka\n/);
    expect(preview.text).toMatch(/\n\nI think\.\nThe Melka\.$/);
    expect(preview.losses.join()).toContain('nothing stands at nowhere for the step');
    await expect(
      client.request(requests.previewMapping, { file, fields: { text: 'no.such' } }),
    ).rejects.toThrow(/first 3 records hold no rollout: `no\.such` is missing/);
    await expect(client.request(requests.previewMapping, { file, fields: { text: 'a..b' } })).rejects.toThrow(
      /no path/,
    );
    // Nothing was kept of it.
    expect((await describeFile(file)).container.id).toBe('raw');
  });
});

describe('tracehop.yml', () => {
  it('decides for the files of its folder alone, as soon as it is there', async () => {
    const file = uri('one/other.jsonl');
    expect((await describeFile(file)).container.id).toBe('raw');
    const config = write('one/tracehop.yml', MAP);
    await changed(config);
    await client.until(() => client.configChanges > 0);
    expect(await describeFile(file)).toMatchObject({
      holds: 'rollouts',
      none: null,
      container: { id: 'mapped', because: 'tracehop.yml says so' },
      configured: { container: true, dialect: false },
    });
    const [summary] = await client.request(requests.summary, { file, index: 0 });
    expect(summary).toMatchObject({ question: 'Which “river”?', golds: ['Melka'], score: 1 });
    expect((await describeFile(uri('two/other.jsonl'))).container.id).toBe('raw');
  });

  it('is read again at the next use also where nobody tells of the change', async () => {
    const file = uri('one/other.jsonl');
    write('one/tracehop.yml', `${MAP}dialects: {"other.jsonl": search-r1}\n`);
    expect((await describeFile(file)).dialect).toMatchObject({
      id: 'search-r1',
      because: 'tracehop.yml says so',
    });
    rmSync(join(folder, 'one/tracehop.yml'));
    expect((await describeFile(file)).container.id).toBe('raw');
  });

  it('with faults is told in the Problems view, and holds in what is right', async () => {
    const config = write('one/tracehop.yml', `${MAP}dialect: {}\n`);
    await changed(config);
    const onDisk = await client.diagnostics(config, ({ diagnostics }) => diagnostics.length > 0);
    expect(onDisk).toEqual([
      {
        range: { start: { line: 4, character: 0 }, end: { line: 4, character: 7 } },
        severity: 1,
        source: 'tracehop',
        message: 'there is no key "dialect" here; did you mean dialects',
      },
    ]);
    expect((await describeFile(uri('one/other.jsonl'))).container.id).toBe('mapped');

    // What the editor shows counts while it is open.
    await client.notify(notifications.configShown, { file: config, text: 'version: 2\r\n', version: 7 });
    const shown = await client.diagnostics(config, ({ version }) => version === 7);
    expect(shown.map(({ message, range }) => [message, range.start.line])).toEqual([
      ['version is 2; only 1 is known here', 0],
    ]);
    await client.notify(notifications.configShown, { file: config, text: null, version: 0 });
    await client.until(() =>
      JSON.stringify(client.published.at(-1)?.diagnostics).includes('did you mean dialects'),
    );
  });
});

describe('a text in memory', () => {
  const at = (name: string): string => `${MEMORY_SCHEME}:/${name}`;
  const TRACE =
    '<think>a</think>\n<search> river </search>\n<information>Doc 1(Title: "R") The Melka.</information>\n<answer> Melka </answer>';
  const open = (name: string, text: string) => client.request(requests.openText, { file: at(name), text });

  it('is read like a file, hovers and outline of its document included', async () => {
    const found = await open('c1', JSON.stringify({ text: TRACE, golds: ['Melka'], score: 1 }));
    expect(found).toMatchObject({ none: null, holds: 'rollouts', dialect: { id: 'search-r1' } });
    const address = { file: at('c1'), index: 0, sample: 0 };
    const { text } = await client.request(requests.rolloutText, address);
    expect(text).toBe(TRACE);
    const document = `rollout:/c1%230.rollout?${encodeURIComponent(at('c1'))}`;
    await client.open(document, text);
    expect((await client.symbols(document)).length).toBeGreaterThan(0);
    expect((await client.headers(document))[0]).toContain('score 1 · EM 1 · gold “Melka”');
    expect(await client.hover(document, { line: 1, character: 11 })).toContain('Melka');
    await client.closeDocument(document);
  });

  it('takes another under the same address, and is gone when it is closed', async () => {
    await open('c2', TRACE);
    expect(await open('c2', 'no rollout')).toMatchObject({
      holds: 'nothing',
      none: expect.any(String) as string,
    });
    await client.notify(notifications.textClosed, { file: at('c2') });
    await expect(describeFile(at('c2'))).rejects.toThrow(/no longer in memory; copy the text/);
  });

  it('is refused where it is too long, or the address is that of a file', async () => {
    await expect(open('c3', 'x'.repeat(LONGEST_MEMORY_TEXT + 1))).rejects.toThrow(/save it as a file/);
    await expect(client.request(requests.openText, { file: uri('x'), text: 'a' })).rejects.toThrow(
      /no address/,
    );
  });

  it('says that there is nothing in an empty one', async () => {
    expect((await open('c4', '  \n')).none).toBe('it is empty');
  });
});

describe('a restricted workspace', () => {
  it('reads dialects and containers of tracehop.yml all the same', async () => {
    write('two/tracehop.yml', `${MAP}judge: {baseUrl: "http://127.0.0.1:9", model: m}\n`);
    const other = await TestClient.start(bundle.server, { folders: [uri('two')], trusted: false });
    const found = await other.request(requests.describeFile, { file: uri('two/other.jsonl') });
    expect(found.container.id).toBe('mapped');
    await other.stop();
  });
});
