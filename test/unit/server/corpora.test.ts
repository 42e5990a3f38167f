import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, requests } from '../../../core/protocol/server';
import { corpora, corpus } from '../../corpora/corpora';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { positionOf, textIn } from './texts';
import { decodeTokens, faultsOf } from './tokens';

/** Rows that are looked at: enough for all kinds, few enough for every run. */
const STEP = 23;

const files = ['bamboogle_qwen.jsonl', 'hotpotqa_llama.jsonl', 'hotpotqa_qwen.jsonl'] as const;

/** Starts of every occurrence of some words. */
function startsOf(text: string, words: string): number[] {
  return Array.from(text.matchAll(new RegExp(words.replaceAll(/[|<>]/g, '\\$&'), 'g')), ({ index }) => index);
}

describe.skipIf(corpora === null)('real files', () => {
  let bundle: Bundle;
  let client: TestClient;

  beforeAll(async () => {
    bundle = await bundleServer();
    client = await TestClient.start(bundle.server);
  });

  afterAll(async () => {
    await client.stop();
    bundle.remove();
  });

  it('Search-R1: case.txt is two rollouts in one document', async () => {
    const text = readFileSync(corpus('search-r1/case.txt'), 'utf8');
    const uri = 'file:///case.rollout.txt';
    await client.open(uri, text);
    const tokens = decodeTokens(await client.tokens(uri));
    expect(faultsOf(tokens, text)).toEqual([]);
    const symbols = await client.symbols(uri);
    expect(symbols.map(({ range }) => range.start.line)).toEqual([
      0,
      positionOf(text, '<|im_start|>system', 2).line,
    ]);
    // Lenses over the first line of a rollout have no search under them.
    const lenses = (await client.lenses(uri)).filter(({ range }) => textIn(text, range) !== '');
    expect(lenses.map(({ range }) => textIn(text, range))).toEqual([
      "<search> Paul Walker's cars in Fast and Furious </search>",
      '<search> list of cars paul walker drove in Fast and Furious </search>',
      "<search> origin of heart's electrical impulses </search>",
    ]);
    expect(lenses.map(({ command }) => command?.title)).toEqual(Array(3).fill('3 documents'));
    const node = await client.hover(uri, positionOf(text, '<answer> sinoatrial', 1, 12));
    expect(node).toContain('normalised “sinoatrial sa node”');
    const links = await client.definition(uri, positionOf(text, '<answer> Charger', 1, 12));
    for (const link of Array.isArray(links) ? links : []) {
      expect(textIn(text, link.targetSelectionRange).toLowerCase()).toBe('charger');
    }
    await client.diagnostics(uri);
  });

  for (const name of files) {
    it(`R1-Searcher: ${name} has its lenses and hovers where the marks stand in the raw lines`, async () => {
      const path = corpus(`r1-searcher/${name}`);
      const file = pathToFileURL(path).href;
      const rows = readFileSync(path, 'utf8')
        .split('\n')
        .filter((row) => row !== '');
      const lines = await client.request(requests.recordLines, { file });
      expect(lines).toEqual(rows.map((_, at) => ({ line: at, index: at })));
      for (let at = 0; at < rows.length; at += STEP) {
        const row = rows[at] ?? '';
        const lenses = await client.request(requests.searchLenses, { file, index: at });
        if (row.length > 10_000) {
          expect(lenses).toEqual([]);
          continue;
        }
        const starts = startsOf(row, '<|begin_of_query|>');
        const blocks = startsOf(row, '<|begin_of_documents|>');
        const found = lenses.map(({ range }) => range.start);
        // A query that is opened twice, or never closed, is no search of its own.
        for (const { line, character } of found)
          expect([line, starts.includes(character)]).toEqual([at, true]);
        if (starts.length === blocks.length) expect(found.map(({ character }) => character)).toEqual(starts);
        for (const [number, { range, title }] of lenses.entries()) {
          const hover = await client.request(requests.recordHover, {
            file,
            position: { line: at, character: range.start.character + 20 },
          });
          expect(hover?.range).toEqual(range);
          expect(row.slice(range.start.character, range.end.character)).toMatch(/<\|end_of_query\|>$/);
          expect(hover?.markdown).toContain(title);
          expect(number).toBeLessThan(9);
        }
      }
    });
  }

  it('R1-Searcher: findings of a whole file stand in their rows', async () => {
    const path = corpus('r1-searcher/bamboogle_qwen.jsonl');
    const file = pathToFileURL(path).href;
    const rows = readFileSync(path, 'utf8').split('\n');
    await client.notify(notifications.fileShown, { file });
    const { rollouts } = await client.request(requests.listRollouts, { file, from: 0, count: 1_000 });
    const severe = rollouts.reduce((sum, { errors, warnings }) => sum + errors + warnings, 0);
    const found = await client.diagnostics(
      file,
      ({ diagnostics }) =>
        diagnostics.filter(({ severity }) => severity !== undefined && severity <= 2).length === severe,
    );
    for (const { range } of found) {
      expect(range.end.line).toBe(range.start.line);
      expect(range.end.character).toBeLessThanOrEqual(rows[range.start.line]?.length ?? -1);
    }
  });
});
