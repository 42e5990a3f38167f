import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults } from './axe';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const workbench = useWorkbench();

/** Titles of one list, in the order of their ranks. */
async function titles(page: Frame, list: 'recorded' | 'replayed'): Promise<string[]> {
  const column = list === 'recorded' ? 2 : 3;
  return page
    .locator(`.compared tbody td:nth-child(${column}) .document p:first-child strong`)
    .allInnerTexts();
}

/** Waits until the replayed list begins with a title. */
async function replayedFirst(page: Frame, title: string): Promise<void> {
  await until(`${title} first`, async () =>
    (await titles(page, 'replayed'))[0] === title ? true : undefined,
  );
}

async function type(page: Frame, query: string): Promise<void> {
  const input = page.locator('vscode-text-field.text input');
  await input.fill(query);
  await input.press('Enter');
}

// The first rollout of step_1.jsonl searches "where was Bram Ostler born" and was brought, in this order, Bram Ostler,
// The Foundry at Night and Grathe; the gold, Grathe, stands in all three.
const RECORDED = ['Bram Ostler', 'The Foundry at Night', 'Grathe'];

test('without an index the panel says what one is, and builds it', async () => {
  const bench = workbench();
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.codeLenses();
  await bench.runCommand('Tracehop: Open Rollout');
  await until('the lens', async () => ((await bench.codeLenses()).includes('Replay') ? true : undefined));
  await bench.clickCodeLens('Replay', () => bench.shows('h1'));
  const page = await bench.webview('h1');
  expect(await page.locator('h1').innerText()).toBe('No index yet');
  await bench.screenshot('replay no index');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.locator('vscode-button', { hasText: 'Build an Index' }).click();
  const corpus = bench.page.locator('.quick-input-list .monaco-list-row', {
    hasText: 'corpus/passages.jsonl',
  });
  await corpus.waitFor();
  await bench.press('Enter');
  await page.locator('.compared').waitFor({ timeout: 30_000 });
  expect(await titles(page, 'recorded')).toEqual(RECORDED);
  await replayedFirst(page, 'Bram Ostler');
  const form = await page.locator('header').innerText();
  expect(form).toContain('bm25 on passages.jsonl (209 passages)');
  expect(form).toContain('Gold: Grathe');
  expect(await page.locator('.document.gold .sign').first().innerText()).toBe('★ gold: Grathe');
  expect(await page.locator('.document.gold mark').first().innerText()).toBe('Grathe');
  await bench.screenshot('replay compared');
  expect(await accessibilityFaults(page)).toEqual([]);
}, 120_000);

test('the query is edited and run again, and what was tried stays in sight', async () => {
  const bench = workbench();
  const page = await bench.webview('.compared');
  await type(page, 'salmon moss');
  await replayedFirst(page, 'Salmon moss');
  expect(await page.locator('section p').first().innerText()).toContain(
    'Gold at rank 1 as recorded, not retrieved replayed.',
  );
  expect(await page.locator('h2').innerText()).toBe('Tried');
  await page.locator('button.link', { hasText: 'where was Bram Ostler born' }).click();
  await replayedFirst(page, 'Bram Ostler');
  await type(page, '   ');
  expect(await page.locator('[role=alert]').innerText()).toBe('A query needs words, and 1 to 100 documents.');
});

test('a recorded document is shown where it stands in the rollout', async () => {
  const bench = workbench();
  const page = await bench.webview('.compared');
  await page.locator('button.link', { hasText: 'Show in rollout' }).nth(1).click();
  // The selection is drawn as pieces, one a line: the passage is longer than one.
  const selected = bench.page.locator('.monaco-editor[data-uri^="rollout:"] .selected-text');
  await until('the selection', async () => ((await selected.count()) > 3 ? true : undefined));
  await bench.screenshot('replay revealed');
});

test('the panel comes back after a reload of the window, with the edited query', async () => {
  const bench = workbench();
  await type(await bench.webview('.compared'), 'Treaty of Nordhelm');
  await replayedFirst(await bench.webview('.compared'), 'Treaty of Nordhelm');
  await bench.reload();
  const page = await bench.webview('.compared');
  await replayedFirst(page, 'Treaty of Nordhelm');
  expect(await titles(page, 'recorded')).toEqual(RECORDED);
});

test.each(Object.keys(themes) as Theme[])('it is legible in %s', async (theme) => {
  const bench = workbench();
  await bench.setTheme(theme);
  const page = await bench.webview('.compared');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot(`replay ${theme}`);
});
