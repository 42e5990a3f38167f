import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { accessibilityFaults } from './axe';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

/** Rollouts a step file holds; of every four the first is right and the others are not. */
const ROLLOUTS = 200;

/** One rollout as Search-R1 and verl write it. The third of every ten asks the same twice. */
function line(step: number, at: number): string {
  const right = at % 4 === 0;
  const search = `<search> river of town ${at} </search><information>Doc 1(Title: "Town ${at}") It lies on the Elm.</information>`;
  const output = [
    `<think>Which river is it?</think>${search}`,
    at % 10 === 2 ? search : '',
    `<think>It is there.</think><answer> ${right ? 'Elm' : 'Oak'} </answer>`,
  ].join('\n');
  const input = `Answer the given question. Question: Which river runs through town ${at}?\n`;
  return `${JSON.stringify({ input, output, gts: ['Elm'], score: right ? 1 : 0, step })}\n`;
}

const stepFile = (step: number, count: number): string =>
  Array.from({ length: count }, (_, at) => line(step, at)).join('');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracehop-run-')));
const run = join(folder, 'run');
mkdirSync(run);
for (const step of [1, 2, 3]) writeFileSync(join(run, `step_${step}.jsonl`), stepFile(step, ROLLOUTS));
writeFileSync(join(folder, 'link.md'), '[link]()\n');
const outside = realpathSync(mkdtempSync(join(tmpdir(), 'tracehop-outside-')));
writeFileSync(join(outside, 'step_9.jsonl'), stepFile(9, 4));

const workbench = useWorkbench({ open: folder });
afterAll(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
});

const grid = (page: Frame): Locator => page.locator('[role="grid"]');
const table = (): Promise<Frame> => workbench().webview('[role="grid"] [role="row"]');

/** Waits until the state line counts the rollouts so. */
async function counted(page: Frame, words: string): Promise<void> {
  await page.locator('.counts', { hasText: new RegExp(`^${words}$`) }).waitFor({ timeout: 30_000 });
}

async function filter(page: Frame, text: string): Promise<void> {
  const field = page.getByLabel('Filter', { exact: true });
  await field.fill(text);
  await field.press('Escape');
  await field.press('Enter');
}

const filterText = (page: Frame): Promise<string> => page.getByLabel('Filter', { exact: true }).inputValue();

/** The row that is active, as it is read out. */
const activeRow = (page: Frame): Promise<string> =>
  page.locator('[role="row"][aria-selected="true"] [role="gridcell"]').first().innerText();

/** An item of the tree by the beginning of what is read out of it. */
const treeItem = (words: string): Locator =>
  workbench()
    .page.locator(`.pane-body .monaco-list-row[aria-label^=${JSON.stringify(words)}]`)
    .first();

test('a file opens as a table of its rollouts, and keeps its editor', async () => {
  const bench = workbench();
  await bench.openFile('run/step_1.jsonl');
  await bench.codeLenses();
  await bench.runCommand('Tracehop: Open as Rollouts');
  const page = await table();
  await counted(page, '200 rollouts');
  expect(await grid(page).getAttribute('aria-rowcount')).toBe('201');
  expect(await bench.page.locator('.tab', { hasText: 'step_1.jsonl' }).count()).toBe(2);
  await bench.screenshot('rollouts table');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a filter narrows it, and the keyboard leads to a rollout beside it', async () => {
  const page = await table();
  await filter(page, 'score = 1');
  await counted(page, '50 of 200 rollouts');
  await grid(page).focus();
  await grid(page).press('Home');
  // Rollouts 0, 4 and 8 are right.
  for (let steps = 0; steps < 2; steps++) await grid(page).press('ArrowDown');
  await until('the third row', async () => ((await activeRow(page)).includes('#8') ? true : undefined));
  await grid(page).press('Enter');
  await page.locator('section.detail h2', { hasText: 'step_1.jsonl#8' }).waitFor();
  await page.locator('section.detail', { hasText: 'Which river runs through town 8?' }).waitFor();
  await workbench().screenshot('rollouts detail');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the rollout beside it opens as text, and its line of the file is shown', async () => {
  const bench = workbench();
  const page = await table();
  await page.locator('vscode-button', { hasText: 'Open as Text' }).click();
  const text = bench.page.locator('.monaco-editor[data-uri^="rollout:"]').first();
  await text.locator('.view-line', { hasText: 'river of town 8' }).first().waitFor();
  await page.locator('vscode-button', { hasText: 'Reveal in File' }).click();
  // Line 9 of the file; its text begins after `{"input":"`.
  await bench.page.locator('.statusbar-item', { hasText: 'Ln 9, Col 11' }).waitFor();
  await bench.screenshot('rollouts revealed');
  await bench.runCommand('View: Close All Editors in Group');
  await bench.runCommand('View: Focus First Editor Group');
});

/** Follows the link of the file in sight, once the editor knows that it is one. */
async function openLink(): Promise<void> {
  const bench = workbench();
  await bench.page.locator('.editor-group-container.active .detected-link').first().waitFor();
  await bench.goTo(1, 20);
  await bench.runCommand('Open Link');
}

test('a link leads back to the rollout', async () => {
  const bench = workbench();
  const page = await table();
  await page.locator('section.detail vscode-button', { hasText: 'Copy Link' }).click();
  await page.locator('section.detail vscode-button', { hasText: 'Close' }).click();
  await bench.openFile('link.md');
  await bench.goTo(1, 8);
  await bench.press('Control+V');
  await until('the link', async () =>
    (await bench.editorLines()).join('').includes('tracehop.tracehop/rollouts?path=') ? true : undefined,
  );
  await openLink();
  await (await table()).locator('section.detail h2', { hasText: 'step_1.jsonl#8' }).waitFor();
});

test('a link to a file outside the workspace says where it leads, and waits for a yes', async () => {
  const bench = workbench();
  await bench.openFile('link.md');
  const [scheme = ''] = /[a-z-]+(?=:\/\/)/.exec((await bench.editorLines()).join('')) ?? [];
  const file = join(outside, 'step_9.jsonl');
  const address = `${scheme}://tracehop.tracehop/rollouts?path=${folder}/../${outside.split('/').at(-1)}/step_9.jsonl`;
  writeFileSync(join(folder, 'outside.md'), `[link](${address}&filter=score%20%3D%200)\n`);
  await bench.openFile('outside.md');
  await openLink();
  const dialog = bench.page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain('A link wants to open a file outside this workspace.');
  expect(await dialog.innerText()).toContain(file);
  await bench.screenshot('rollouts link');
  await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const tab = bench.page.locator('.tab', { hasText: 'step_9.jsonl' });
  expect(await tab.count()).toBe(0);

  await bench.runCommand('Open Link');
  await dialog.locator('.monaco-button', { hasText: 'Open' }).click();
  await tab.waitFor();
  const page = await table();
  await counted(page, '3 of 4 rollouts');
  expect(await filterText(page)).toBe('score = 0');
  for (const name of ['step_9.jsonl', 'outside.md', 'link.md'])
    await bench.page.locator('.tab', { hasText: name }).locator('.codicon-close').click();
});

test('filter, row and rollout come back after a reload of the window', async () => {
  const bench = workbench();
  await bench.reload();
  const page = await table();
  await counted(page, '50 of 200 rollouts');
  expect(await filterText(page)).toBe('score = 1');
  await until('the row', async () => ((await activeRow(page)).includes('#8') ? true : undefined));
  await page.locator('section.detail h2', { hasText: 'step_1.jsonl#8' }).waitFor();
});

test('a file that grows is followed', async () => {
  const page = await table();
  await filter(page, '');
  await counted(page, '200 rollouts');
  appendFileSync(join(run, 'step_1.jsonl'), line(1, ROLLOUTS) + line(1, ROLLOUTS + 1));
  const offer = page.locator('button.offer');
  await until('the new rollouts', async () => {
    if (await offer.isVisible()) await offer.click();
    return (await grid(page).getAttribute('aria-rowcount')) === '203' ? true : undefined;
  });
});

test('the tree of runs shows steps and findings, and filters the table by them', async () => {
  const bench = workbench();
  await bench.runCommand('View: Close All Editors');
  await bench.runCommand('Tracehop: Open Files or Folder as Rollouts...');
  const choice = bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'workspace folder' });
  await choice.click();
  const page = await table();
  await counted(page, '602 rollouts');
  await bench.page.locator('.activitybar [aria-label="Tracehop"]').first().click();
  const whole = treeItem(`${folder.split('/').at(-1)}, 602 rollouts`);
  await whole.click();
  // Of 200 rollouts 50 are right.
  const step = treeItem('Step 2, 200 rollouts, mean reward 0.25');
  await step.waitFor();
  await bench.screenshot('rollouts tree');
  await step.click();
  await counted(page, '200 of 602 rollouts');
  expect(await filterText(page)).toBe('step = 2');

  await treeItem('Findings').click();
  // Rollouts 2, 12, … 192 of three files.
  await treeItem('repeated-query, 60 rollouts').click();
  await counted(page, '60 of 602 rollouts');
  expect(await filterText(page)).toBe('finding:repeated-query');
  await bench.screenshot('rollouts by rule');
});

test('the table of a folder comes back too', async () => {
  const bench = workbench();
  await bench.reload();
  const page = await table();
  await counted(page, '60 of 602 rollouts');
  expect(await filterText(page)).toBe('finding:repeated-query');
});

test('texts are searched, rollouts grouped, SQL asked, and columns chosen', async () => {
  const page = await table();
  await filter(page, '');
  await counted(page, '602 rollouts');
  // Every rollout of town 17 names it in its query, one in each of three files.
  await page.getByLabel('Search texts').fill('</think><search> river of TOWN 17 ');
  await page.getByLabel('Search texts').press('Enter');
  await page.locator('.search-state', { hasText: '3 rollouts found' }).waitFor();
  await counted(page, '3 of 602 rollouts');
  await page.locator('.search button', { hasText: 'Clear' }).click();
  await counted(page, '602 rollouts');

  await page.locator('details.sql > summary').first().click();
  const sql = page.getByLabel('A SELECT over the view rollouts');
  await sql.fill('SELECT step, sum(score) FROM rollouts GROUP BY step ORDER BY step');
  await sql.press('Control+Enter');
  const result = page.getByLabel('Rows of the query');
  await result.waitFor();
  const rows = await result.locator('tbody tr').allInnerTexts();
  // Two were added to step 1 by a test before; of them the first is right.
  expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
    ['1', '51'],
    ['2', '50'],
    ['3', '50'],
  ]);
  await sql.fill("SELECT * FROM read_text('/etc/hostname')");
  await sql.press('Control+Enter');
  await page.locator('details.sql [role="alert"]').waitFor();
  await workbench().screenshot('rollouts sql');
  await page.locator('details.sql > summary').first().click();

  await page
    .locator('button, vscode-button')
    .filter({ hasText: /^Groups$/ })
    .click();
  const groups = page.getByLabel('Groups of rollouts');
  await groups.waitFor();
  await workbench().screenshot('rollouts groups');
  const rowcount = Number(await groups.getAttribute('aria-rowcount'));
  expect(rowcount).toBeGreaterThan(100);
  await groups.focus();
  await groups.press('End');
  await groups
    .locator(`[aria-selected="true"][aria-rowindex="${rowcount}"]:not([aria-busy="true"])`)
    .waitFor();
  expect(await groups.locator('[aria-rowindex]').count()).toBeLessThan(100);
  await page.locator('#group-by').selectOption('step');
  await until('three groups', async () =>
    (await groups.getAttribute('aria-rowcount')) === '4' ? true : undefined,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await groups.focus();
  await groups.press('Enter');
  await grid(page).waitFor();
  expect(await filterText(page)).toBe('step = 1');

  await page
    .locator('button, vscode-button')
    .filter({ hasText: /^Columns$/ })
    .click();
  await page.getByLabel('Find a column').fill('gold_rank');
  const choice = page.locator('label.choice input').first();
  const heads = grid(page).locator('[role="columnheader"]');
  const before = await heads.count();
  await choice.click();
  await until('another column', async () => ((await heads.count()) === before ? undefined : true));
  await workbench().screenshot('rollouts columns');
  expect(await accessibilityFaults(page)).toEqual([]);
  await choice.click();
  // The first Escape empties the field, as everywhere.
  await page.getByLabel('Find a column').press('Escape');
  await page.getByLabel('Find a column').press('Escape');
  await page.getByLabel('Find a column').waitFor({ state: 'hidden' });
});

test.each(Object.keys(themes) as Theme[])('it is legible in %s', async (theme) => {
  const bench = workbench();
  await bench.setTheme(theme);
  const page = await table();
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot(`rollouts ${theme}`);
});
