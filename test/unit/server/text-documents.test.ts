import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocationLink } from 'vscode-languageserver/node';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { positionOf, PROMPT, RESPONSE, ROLLOUT, textIn } from './texts';
import { decodeTokens, faultsOf } from './tokens';

const URI = 'untitled:one.rollout';

let bundle: Bundle;
let client: TestClient;

beforeAll(async () => {
  bundle = await bundleServer();
  client = await TestClient.start(bundle.server);
  await client.open(URI, ROLLOUT);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
});

describe('a plain text document', () => {
  it('is announced with the protocol version', () => {
    expect(client.initialized?.capabilities.experimental).toEqual({ tracehop: { protocol: 1 } });
  });

  it('is coloured by kind and author, tags apart', async () => {
    const tokens = decodeTokens(await client.tokens(URI));
    expect(faultsOf(tokens, ROLLOUT)).toEqual([]);
    const lines = ROLLOUT.split('\n');
    const shown = tokens.map(({ line, start, length, type, modifiers }) => [
      lines[line]?.slice(start, start + length),
      type,
      modifiers.join(),
    ]);
    expect(shown).toContainEqual(['<think>', 'rolloutTag', 'policy']);
    expect(shown).toContainEqual(['that crosses Zorvia.', 'rolloutThink', 'policy']);
    expect(shown).toContainEqual([' river Zorvia ', 'rolloutSearch', 'policy']);
    expect(shown).toContainEqual(['<information>', 'rolloutTag', 'environment']);
    expect(shown).toContainEqual(['</information>', 'rolloutTag', 'environment']);
    expect(shown).toContainEqual(['<answer>', 'rolloutTag', 'prompt']);
    expect(shown).toContainEqual([' Melka River ', 'rolloutAnswer', 'policy']);
    const covered = tokens.reduce((sum, { length }) => sum + length, 0);
    expect(covered).toBe(lines.filter((line) => line.trim() !== '').join('').length);
  });

  it('gives the tokens of a range alone', async () => {
    const at = positionOf(ROLLOUT, ' river Zorvia ');
    const range = { start: { ...at, character: 0 }, end: { ...at, character: 99 } };
    const tokens = decodeTokens(await client.tokens(URI, range));
    expect(tokens.map(({ line, type }) => [line, type])).toEqual([
      [at.line, 'rolloutTag'],
      [at.line, 'rolloutSearch'],
      [at.line, 'rolloutTag'],
    ]);
  });

  it('folds the prompt and what takes several lines', async () => {
    const folds = await client.folds(URI);
    const line = (words: string): number => positionOf(ROLLOUT, words).line;
    expect(folds).toEqual([
      { startLine: 0, endLine: line('<|im_start|>assistant'), kind: 'region' },
      { startLine: line('<think>I need'), endLine: line('that crosses') },
      { startLine: line('<information>Doc 1'), endLine: line('daily') },
    ]);
  });

  it('has an outline by turn', async () => {
    const [rollout, ...others] = await client.symbols(URI);
    expect(others).toEqual([]);
    expect(rollout?.name).toBe('rollout 0');
    expect(rollout?.detail).toBe('Which river crosses Zorvia?');
    const tree = rollout?.children?.map(({ name, children }) => [name, children?.map((child) => child.name)]);
    expect(tree).toEqual([
      ['prompt', []],
      ['turn 1', ['think', 'search “river Zorvia”', '3 documents']],
      ['turn 2', ['think', 'search “Melka”', '0 documents']],
      ['turn 3', ['think', 'answer']],
    ]);
    const documents = rollout?.children?.[1]?.children?.[2]?.children;
    expect(documents?.map(({ name }) => name)).toEqual(['1 Zorvia', '2 Rivers', '3 Bread']);
    const third = documents?.[2];
    expect(third && textIn(ROLLOUT, third.range)).toBe(
      'Doc 3(Title: "Bread") Bread is *baked* <b>daily</b>.',
    );
  });

  it('counts documents over each search', async () => {
    const lenses = await client.searchLenses(URI);
    expect(lenses.map(({ range }) => textIn(ROLLOUT, range))).toEqual([
      '<search> river Zorvia </search>',
      '<search> Melka </search>',
    ]);
    expect(lenses.map(({ command }) => command?.title)).toEqual(['3 documents', 'no documents']);
    const offset = ROLLOUT.indexOf('<search> river');
    expect(lenses[0]?.command).toMatchObject({
      command: 'tracehop.showDocuments',
      arguments: [URI, offset, positionOf(ROLLOUT, '<search> river')],
    });
  });

  it('says number and length of each turn that starts in a range', async () => {
    const all = await client.hints(URI, {
      start: { line: 0, character: 0 },
      end: { line: 99, character: 0 },
    });
    const [second, third] = [RESPONSE.indexOf('<think>Let'), RESPONSE.indexOf('<think>It')];
    expect(all.map(({ label }) => label)).toEqual([
      `turn 1 · ${second} chars`,
      `turn 2 · ${third - second} chars`,
      `turn 3 · ${RESPONSE.length - third} chars`,
    ]);
    const at = positionOf(ROLLOUT, '<think>Let');
    const one = await client.hints(URI, { start: at, end: at });
    expect(one.map(({ position }) => position)).toEqual([at]);
  });

  it('goes from the answer to the first document that holds it', async () => {
    const at = positionOf(ROLLOUT, '<answer> Melka', 1, 11);
    const links = await client.definition(URI, at);
    expect(links).toHaveLength(1);
    const [link] = links as LocationLink[];
    expect(textIn(ROLLOUT, link!.originSelectionRange!)).toBe('Melka River');
    expect(textIn(ROLLOUT, link!.targetRange)).toMatch(/^Doc 2\(Title: "Rivers"\)/);
    expect(textIn(ROLLOUT, link!.targetSelectionRange)).toBe('Melka River');
  });

  it('goes from a query to what it brought', async () => {
    const links = await client.definition(URI, positionOf(ROLLOUT, 'river Zorvia'));
    const [link] = links as LocationLink[];
    expect(textIn(ROLLOUT, link!.targetRange)).toMatch(/^<information>Doc 1[^]*<\/information>$/);
    expect(await client.definition(URI, positionOf(ROLLOUT, 'once more'))).toBeNull();
  });

  it('finds every place that holds the answer', async () => {
    const at = positionOf(ROLLOUT, '<answer> Melka', 1, 11);
    const found = await client.references(URI, at);
    const starts = [1, 2, 3].map((nth) => positionOf(ROLLOUT, 'Melka River', nth));
    expect(found?.map(({ range }) => range.start)).toEqual(starts);
    const others = await client.references(URI, at, false);
    expect(others?.map(({ range }) => range.start)).toEqual(starts.slice(0, 2));
  });

  it('shows what a search brought when its query is hovered', async () => {
    const markdown = await client.hover(URI, positionOf(ROLLOUT, 'river Zorvia'));
    expect(markdown).toContain('Turn 1, search “river Zorvia”: 3 documents');
    expect(markdown).toContain('- 2: Rivers — The Melka River crosses Zorvia');
    expect(markdown).toContain('\\[link\\]\\(http\\:\\/\\/x\\.y\\)');
    expect(await client.hover(URI, positionOf(ROLLOUT, ' Melka </search>', 1, 2))).toContain('no documents');
  });

  it('shows a document, an answer and what a tag means', async () => {
    expect(await client.hover(URI, positionOf(ROLLOUT, 'is a town'))).toContain(
      'Document 1 of turn 1: Zorvia',
    );
    const answer = await client.hover(URI, positionOf(ROLLOUT, '<answer> Melka', 1, 11));
    expect(answer).toContain('Answer “Melka River”, normalised “melka river”');
    expect(answer).toContain('no gold answer');
    const tag = await client.hover(URI, positionOf(ROLLOUT, '<search> river', 1, 2));
    expect(tag).toContain('\\<search\\> … \\<\\/search\\> in Search\\-R1, written by the policy');
    const example = await client.hover(URI, positionOf(ROLLOUT, '<answer>', 1, 2));
    expect(example).toContain('stands in the prompt');
    expect(await client.hover(URI, positionOf(ROLLOUT, 'once more'))).toBeNull();
  });

  it('pushes findings of the newest version only', async () => {
    const uri = 'untitled:findings.rollout';
    const broken = ROLLOUT.replace('<answer> Melka River </answer>', '<answer> Melka');
    await client.open(uri, ROLLOUT, 1);
    await client.change(uri, broken, 2);
    await client.change(uri, `${broken} `, 3);
    const found = await client.diagnostics(uri, ({ version }) => version === 3);
    const rules = found.map(({ code }) => code);
    expect(rules).toContain('missing-answer');
    expect(rules).toContain('truncated');
    for (const { source, codeDescription, code } of found) {
      expect(source).toBe('tracehop');
      expect(codeDescription?.href).toBe(
        `https://github.com/tracehop/tracehop/blob/main/docs/findings/${code}.md`,
      );
    }
    expect(client.published.filter((each) => each.uri === uri).map(({ version }) => version)).toEqual([3]);
    await client.closeDocument(uri);
    expect(await client.diagnostics(uri, ({ version }) => version === undefined)).toEqual([]);
  });

  it('holds several rollouts, with any line ends', async () => {
    const uri = 'untitled:several.rollout';
    const text = `${ROLLOUT}\n\n${ROLLOUT}`.replaceAll('\n', '\r\n');
    await client.open(uri, text);
    const symbols = await client.symbols(uri);
    expect(symbols.map(({ name }) => name)).toEqual(['rollout 0', 'rollout 1']);
    expect(faultsOf(decodeTokens(await client.tokens(uri)), text)).toEqual([]);
    const second = positionOf(text, 'Melka River', 5);
    const hover = await client.hover(uri, positionOf(text, 'river Zorvia', 2));
    expect(hover).toContain('3 documents');
    const [link] = (await client.definition(uri, positionOf(text, '<answer> Melka', 2, 11))) as {
      targetSelectionRange: { start: unknown };
    }[];
    expect(link?.targetSelectionRange.start).toEqual(positionOf(text, 'Melka River', 4));
    expect(second.line).toBeGreaterThan(0);
    await client.closeDocument(uri);
  });

  it('lives through text without any rollout', async () => {
    const uri = 'untitled:nothing.rollout';
    await client.open(uri, 'just words');
    expect((await client.tokens(uri)).data).toEqual([]);
    expect(await client.symbols(uri)).toEqual([]);
    expect(await client.hover(uri, { line: 5, character: 5 })).toBeNull();
    await client.closeDocument(uri);
    expect(await client.folds('untitled:never-opened.rollout')).toEqual([]);
    expect(PROMPT).toContain('Beijing');
  });
});
