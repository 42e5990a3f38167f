import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { corpora, corpus } from '../../corpora/corpora';
import { accessibilityFaults } from './axe';
import { coloursOf } from './pixels';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const workbench = useWorkbench();
const file = 'search-r1/step_1.jsonl';

/** The graph of a record of the file in the first group: its page, once it is drawn. */
async function graphOf(record: number): Promise<Frame> {
  const bench = workbench();
  await bench.goTo(record + 1, 1);
  await bench.runCommand('Tracehop: Show Rollout Graph');
  const since = performance.now();
  const page = await bench.webview('.graph .overlay');
  console.log(`drawn ${Math.round(performance.now() - since)} ms after the command`);
  await page.locator('h1', { hasText: `#${record}` }).waitFor();
  return page;
}

/** The file as the example has it; the record numbers are those of its lines. */
function linesOf(name: string): string[] {
  return readFileSync(join(workbench().folder, name), 'utf8').trimEnd().split('\n');
}

/** What the page says of its list: the chosen node, and all. */
async function chosen(page: Frame): Promise<string | undefined> {
  const rows = await page.locator('[role=treeitem][aria-selected=true]').allInnerTexts();
  return rows[0]?.replace(/\s+/g, ' ').trim();
}

/** Pixels of the drawing by exact colour. */
async function painted(page: Frame): ReturnType<typeof coloursOf> {
  return coloursOf(workbench().page, await page.locator('.canvas').screenshot());
}

async function colour(page: Frame, variable: string): Promise<string> {
  return page.evaluate(
    (name) => getComputedStyle(document.body).getPropertyValue(name).trim().toLowerCase(),
    variable,
  );
}

/** Pixels like a colour, give or take what blending does to it: how many, and the middle of those most alike. */
function like(pixels: Awaited<ReturnType<typeof coloursOf>>, wanted: string) {
  const parts = (hex: string): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const near = (hex: string): boolean =>
    parts(hex).every((part, at) => Math.abs(part - (parts(wanted)[at] ?? NaN)) < 20);
  const found = Array.from(pixels).flatMap(([hex, each]) => (near(hex) ? [each] : []));
  const [most] = found.sort((one, other) => other.count - one.count);
  return most && { ...most, count: found.reduce((sum, { count }) => sum + count, 0) };
}

test('a rollout is drawn, walked with the keyboard and shown in its text', async () => {
  const bench = workbench();
  await bench.openFile(file);
  await until('lenses', () => bench.codeLenses());
  const page = await graphOf(10);
  await page
    .locator('header p', { hasText: '3 queries brought 7 documents, 2 with a gold. The answer is right.' })
    .waitFor();
  await page.waitForTimeout(500);
  await bench.screenshot('graph');
  const pixels = await painted(page);
  expect(pixels.size).toBeGreaterThan(50);
  for (const name of ['purple', 'blue', 'orange', 'green'])
    expect(like(pixels, await colour(page, `--vscode-charts-${name}`))?.count, name).toBeGreaterThan(20);
  expect(like(pixels, await colour(page, '--vscode-charts-yellow'))?.count, 'ring of gold').toBeGreaterThan(
    40,
  );

  await page.locator('[role=tree]').focus();
  for (let row = 0; row < 4; row++) await bench.press('ArrowDown');
  await until('the second document', async () =>
    (await chosen(page))?.includes('Hedda Lunde') ? true : undefined,
  );
  expect(await page.locator('.details').innerText()).toContain('Came back in turn 1 at rank 2.');
  await bench.press('Enter');
  const { output } = JSON.parse(linesOf(file)[10] ?? '') as { output: string };
  const wanted = /Doc 2\(Title: "Hedda Lunde"\).*/.exec(output)?.[0];
  await bench.page.locator('.tab', { hasText: 'step_1.jsonl#10.rollout' }).waitFor();
  await page.waitForTimeout(800);
  await bench.screenshot('graph-chosen');
  expect(await accessibilityFaults(page)).toEqual([]);
  // The panel keeps the focus, so that the walk goes on.
  await bench.press('ArrowLeft');
  await until('the query', async () => ((await chosen(page))?.startsWith('1 Query 1') ? true : undefined));
  expect(await selectedText()).toBe(wanted);
});

/** What the editor of the first group has selected, by way of the clipboard. */
async function selectedText(): Promise<string> {
  const bench = workbench();
  await bench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await bench.runCommand('View: Focus First Editor Group');
  await bench.press('Control+C');
  return until('a copy', async () => {
    const text = await bench.page.evaluate(() => navigator.clipboard.readText());
    return text === '' ? undefined : text;
  });
}

test('it is searched, filtered and told as text; edges lead from node to node', async () => {
  const bench = workbench();
  const page = await bench.webview('.graph .overlay');
  const rows = page.locator('[role=treeitem]');
  await page.locator('.canvas').press('Escape');
  await page.waitForTimeout(300);
  const question = like(await painted(page), await colour(page, '--vscode-charts-purple'));
  if (!question) throw new Error('no question is drawn');
  await page.locator('.canvas').click({ position: question });
  await until('the question', async () =>
    (await chosen(page))?.startsWith('? Question') ? true : undefined,
  );
  await bench.page.locator('.tab.active', { hasText: 'step_1.jsonl#10.rollout' }).waitFor();

  await page.locator('vscode-text-field').click();
  await bench.page.keyboard.type('orlen');
  await page.locator('.found', { hasText: '3 found' }).waitFor();
  await bench.press('Enter');
  await bench.press('Enter');
  await until('the answer', async () => ((await chosen(page))?.startsWith('✓') ? true : undefined));
  await bench.press('Escape');
  await page.locator('vscode-checkbox', { hasText: 'Gold' }).click();
  await until('six rows', async () => ((await rows.count()) === 7 ? true : undefined));
  await page.locator('vscode-checkbox', { hasText: 'text' }).click();
  await page.locator('.edge-text h2', { hasText: 'edges' }).waitFor();
  await page.locator('.details .links button', { hasText: 'Melva' }).first().click();
  await until('Melva', async () => ((await chosen(page))?.includes('Melva') ? true : undefined));
  await page.waitForTimeout(400);
  await bench.screenshot('graph-as-text');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each(Object.keys(themes) as Theme[])('it is drawn in the colours of the %s theme', async (theme) => {
  await workbench().setTheme(theme);
  const page = await workbench().webview('.graph .overlay');
  const ring = await until('pixels of the ring', async () => {
    const pixels = await painted(page);
    return like(pixels, await colour(page, '--vscode-charts-yellow'))?.count;
  });
  expect(ring).toBeGreaterThan(40);
  await workbench().screenshot(`graph-theme-${theme}`);
});

test('a reload brings it back as it was, and a changed file draws it anew', async () => {
  const bench = workbench();
  await bench.page.waitForTimeout(500);
  await bench.reload();
  const page = await bench.webview('.graph .overlay');
  await page.locator('h1', { hasText: '#10' }).waitFor();
  expect(await chosen(page)).toContain('Melva');
  expect(await page.locator('[role=treeitem]').count()).toBe(7);
  await bench.screenshot('graph-restored');

  const lines = linesOf(file);
  writeFileSync(join(bench.folder, file), `${lines.with(10, lines[1] ?? '').join('\n')}\n`);
  await page.locator('header p', { hasText: 'There is no answer.' }).waitFor();
  await page.waitForTimeout(400);
  await bench.screenshot('graph-without-answer');
  writeFileSync(join(bench.folder, file), `${lines.slice(0, 3).join('\n')}\n`);
  await page.locator('[role=alert]').waitFor();
  await bench.screenshot('graph-gone');
});

test.skipIf(corpora === null)('a rollout that others wrote is drawn', async () => {
  const bench = workbench();
  const path = corpus('r1-searcher/hotpotqa_qwen.jsonl');
  copyFileSync(path, join(bench.folder, basename(path)));
  await bench.runCommand('View: Focus First Editor Group');
  await bench.openFile(basename(path));
  const page = await graphOf(29);
  await page.locator('.node.document', { hasText: 'Kalyanji Virji Shah' }).waitFor();
  await page.waitForTimeout(800);
  await bench.screenshot('graph-r1-searcher');
  expect((await painted(page)).size).toBeGreaterThan(50);
});

test('without WebGL the list says the same', async () => {
  const bench = workbench();
  const content = `{
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  }`;
  await bench.page.addInitScript({ content });
  // Pages of panels that are opened from here on find no WebGL.
  await bench.runCommand('View: Close Editor');
  await bench.goTo(1, 1);
  await bench.runCommand('Tracehop: Show Rollout Graph');
  const page = await bench.webview('.graph .undrawn');
  expect(await page.locator('.undrawn').innerText()).toContain('WebGL 2 is missing');
  expect(await page.locator('[role=treeitem]').count()).toBeGreaterThan(1);
  await bench.screenshot('graph-without-webgl');
  expect(await accessibilityFaults(page)).toEqual([]);
});
