import { appendFileSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource, type Diagnostic } from 'vscode-languageserver/node';
import { notifications, requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { positionOf, PROMPT, RESPONSE, ROLLOUT } from './texts';
import { decodeTokens, faultsOf } from './tokens';

let bundle: Bundle;
let client: TestClient;
let folder: string;

const line = (output: string): string =>
  `${JSON.stringify({ input: PROMPT, output, gts: ['Melka River'], score: 1 })}\n`;

/** Writes a file of the test's own; its URI. */
function write(name: string, content: string): { readonly path: string; readonly file: string } {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, file: pathToFileURL(path).href };
}

const messageOf = (diagnostic: Diagnostic | undefined): string =>
  typeof diagnostic?.message === 'string' ? diagnostic.message : '';

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-robust-'));
  client = await TestClient.start(bundle.server, { settings: {}, linkSupport: false });
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('requests about files that are not as they should be', () => {
  it('say which file is missing', async () => {
    const file = pathToFileURL(join(folder, 'nowhere.jsonl')).href;
    await expect(client.request(requests.describeFile, { file })).rejects.toThrow(
      /nowhere\.jsonl: no such file/,
    );
    await expect(client.request(requests.describeFile, { file: 'git:/a.jsonl' })).rejects.toThrow(
      /files on disk/,
    );
    await expect(client.request(requests.describeFile, { file: pathToFileURL(folder).href })).rejects.toThrow(
      /folder/,
    );
  });

  it('say which record is missing or broken', async () => {
    const { file } = write('short.jsonl', `${line(RESPONSE)}{"input": 1, "output": 2}\n`);
    await expect(client.request(requests.rolloutText, { file, index: 7, sample: 0 })).rejects.toThrow(
      /no record #7/,
    );
    await expect(client.request(requests.rolloutText, { file, index: 0, sample: 4 })).rejects.toThrow(
      /no #0\.4/,
    );
    await expect(client.request(requests.rolloutText, { file, index: 1, sample: 0 })).rejects.toThrow(
      /line 2.*`output` is a number/,
    );
  });

  it('say why a file holds no rollouts', async () => {
    const { file } = write('words.json', '{"a": 1}');
    const found = await client.request(requests.describeFile, { file });
    expect(found.none).not.toBeNull();
    expect(found.inText).toBe(false);
    await expect(client.request(requests.rolloutText, { file, index: 0, sample: 0 })).rejects.toThrow(
      /holds no rollouts/,
    );
    expect(await client.request(requests.listRollouts, { file, from: 0, count: 5 })).toEqual({
      rollouts: [],
      next: null,
    });
    expect(
      await client.request(requests.recordHover, { file, position: { line: 0, character: 2 } }),
    ).toBeNull();
  });

  it('are refused when unknown and cancelled when asked', async () => {
    await expect(client.connection.sendRequest('tracehop/other', {})).rejects.toMatchObject({ code: -32601 });
    const { file } = write('many.jsonl', line(RESPONSE).repeat(3_000));
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(
      requests.listRollouts.method,
      { file, from: 0, count: 2_000 },
      source.token,
    );
    setTimeout(() => source.cancel(), 30);
    await expect(asked).rejects.toMatchObject({ code: -32800 });
  });
});

describe('a file that changes', () => {
  it('is read anew, and the client is told', async () => {
    const { path, file } = write('growing.jsonl', line(RESPONSE));
    expect((await client.request(requests.listRollouts, { file, from: 0, count: 9 })).rollouts).toHaveLength(
      1,
    );
    appendFileSync(path, line(RESPONSE));
    await client.until(() => client.changedFiles.includes(file));
    expect((await client.request(requests.listRollouts, { file, from: 0, count: 9 })).rollouts).toHaveLength(
      2,
    );
  });

  it('is noticed when another takes its place', async () => {
    const { path, file } = write('replaced.jsonl', line(RESPONSE));
    await client.request(requests.summary, { file, index: 0 });
    const { path: next } = write('next.jsonl', line(RESPONSE).repeat(3));
    renameSync(next, path);
    await client.until(() => client.changedFiles.filter((each) => each === file).length === 1);
    expect((await client.request(requests.listRollouts, { file, from: 0, count: 9 })).rollouts).toHaveLength(
      3,
    );
    appendFileSync(path, line(RESPONSE));
    await client.until(() => client.changedFiles.filter((each) => each === file).length === 2);
  });

  it('loses its diagnostics when it is deleted, and the server lives on', async () => {
    const { path, file } = write('deleted.jsonl', line(RESPONSE.replace('</answer>', '')));
    await client.notify(notifications.fileShown, { file });
    await client.diagnostics(file, ({ diagnostics }) => diagnostics.length > 0);
    const uri = `rollout:${path}%230.rollout?${encodeURIComponent(file)}`;
    const { text } = await client.request(requests.rolloutText, { file, index: 0, sample: 0 });
    await client.open(uri, text);
    expect((await client.symbols(uri)).length).toBe(1);
    unlinkSync(path);
    await client.until(() => client.changedFiles.includes(file));
    expect(await client.diagnostics(file, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
    expect(await client.symbols(uri)).toEqual([]);
    expect(await client.hover(uri, { line: 3, character: 3 })).toBeNull();
    await expect(client.request(requests.summary, { file, index: 0 })).rejects.toThrow(/no such file/);
    await client.closeDocument(uri);
  });
});

describe('many findings', () => {
  it('are cut at a thousand, with a closing word', async () => {
    const bad = RESPONSE.replace('<answer> Melka River </answer>', '');
    const { file } = write('bad.jsonl', line(bad).repeat(1_500));
    await client.notify(notifications.fileShown, { file });
    const { rollouts } = await client.request(requests.listRollouts, { file, from: 0, count: 1_500 });
    const all = rollouts.reduce((sum, { errors, warnings }) => sum + errors + warnings, 0);
    const left = Math.max(all - 1_000, 1);
    const found = await client.diagnostics(file, ({ diagnostics }) => {
      const closing = /^and (\d+) more findings in this file$/.exec(messageOf(diagnostics.at(-1)));
      return Number(closing?.[1] ?? 0) >= left;
    });
    expect(found).toHaveLength(1_001);
    await client.notify(notifications.fileClosed, { file });
  });
});

describe('settings', () => {
  it('silence rules, choose the dialect and turn lenses off', async () => {
    const uri = 'untitled:settings.rollout';
    await client.open(uri, PROMPT + RESPONSE.replace('</answer>', ''));
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'truncated'));
    client.settings = {
      dialect: 'plain',
      findings: { severity: { truncated: 'off' } },
      codeLens: { enabled: false },
      inlayHints: { enabled: false },
    };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.every(({ code }) => code !== 'truncated'));
    expect(await client.lenses(uri)).toEqual([]);
    expect(
      await client.hints(uri, { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }),
    ).toEqual([]);
    const types = decodeTokens(await client.tokens(uri)).map(({ type }) => type);
    expect(types).not.toContain('rolloutSearch');
    client.settings = { dialect: 'no-such', codeLens: 'yes' };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.until(() => client.logged.some((message) => message.includes('"no-such"')));
    expect(await client.searchLenses(uri)).toHaveLength(2);
    client.settings = {};
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.closeDocument(uri);
  });
});

describe('clients and texts of other kinds', () => {
  it('get plain locations where they know no links', async () => {
    const uri = 'untitled:plain.rollout';
    await client.open(uri, ROLLOUT);
    const found = await client.definition(uri, positionOf(ROLLOUT, '<answer> Melka', 1, 11));
    expect(found).toMatchObject({ uri, range: { start: positionOf(ROLLOUT, 'Melka River') } });
    await client.closeDocument(uri);
  });

  it('keep the positions of a virtual document whose own text holds other line ends', async () => {
    const output = RESPONSE.replace('is a town.', 'is a town.\r\nIt is old.\rVery \ud800 old.');
    const { path, file } = write('returns.jsonl', line(output));
    const uri = `rollout:${path}%230.rollout?${encodeURIComponent(file)}`;
    const { text } = await client.request(requests.rolloutText, { file, index: 0, sample: 0 });
    const shown = text.replaceAll(/\r\n?/g, '\n').replace('\ud800', '\ufffd');
    await client.open(uri, shown);
    expect(faultsOf(decodeTokens(await client.tokens(uri)), shown)).toEqual([]);
    const lenses = await client.searchLenses(uri);
    expect(lenses.map(({ range }) => range.start)).toEqual([
      positionOf(shown, '<search> river'),
      positionOf(shown, '<search> Melka'),
    ]);
    await client.change(uri, 'what the file held before', 2);
    expect(await client.symbols(uri)).toEqual([]);
    await client.closeDocument(uri);
  });

  it('never put anything but messages on stdout', () => {
    expect(client.logged.join('\n')).not.toMatch(/unhandled/i);
    expect(client.process.exitCode).toBeNull();
  });
});
