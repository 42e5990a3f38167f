import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { corpora, corpus } from '../../corpora/corpora';
import { accessibilityFaults } from './axe';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const workbench = useWorkbench();

/** The rows of a table, cell by cell. */
async function cells(page: Frame, selector: string): Promise<string[][]> {
  const rows = await page.locator(selector).all();
  const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  return texts.map((row) => row.map((text) => text.trim()));
}

const tableRows = (page: Frame): Promise<string[][]> => cells(page, '.chart tbody tr');

/** Rewards of the rows of the list that are drawn: recorded, recomputed, difference. */
async function listed(page: Frame): Promise<string[][]> {
  const rows = await page.locator('.list .row').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('.number').allInnerTexts())
        .slice(0, 3)
        .map((text) => text.replace(/^[a-z ]+/, '').trim()),
    ),
  );
}

async function choose(page: Frame, label: string, option: string): Promise<void> {
  const dropdown = page.locator(`vscode-dropdown[aria-label="${label}"]`);
  await dropdown.click();
  await dropdown.locator('vscode-option', { hasText: option }).last().click();
}

async function waitForText(page: Frame, selector: string, text: string): Promise<void> {
  await page.locator(selector, { hasText: text }).first().waitFor({ timeout: 20_000 });
}

// Means and standard deviations of `score` in step_1, step_20 and step_40.jsonl, from Python's json and statistics:
// 0.35 ± 0.4810 (60), 0.6667 ± 0.4754 (60), 0.9375 ± 0.2446 (48). Search-R1's exact match gives the very scores.
const CURVE = [
  ['1', '0.35 (-0.131 to 0.831)', '0.35 (-0.131 to 0.831)', '60', '0', '0'],
  ['20', '0.6667 (0.1913 to 1.142)', '0.6667 (0.1913 to 1.142)', '60', '0', '0'],
  ['40', '0.9375 (0.6929 to 1.182)', '0.9375 (0.6929 to 1.182)', '48', '0', '0'],
];

test('a step file in the editor leads to the curve of its folder', async () => {
  const bench = workbench();
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.codeLenses();
  await bench.runCommand('Tracehop: Show Rewards');
  const page = await bench.webview('.chart canvas');
  await waitForText(page, '.summary', '172 rollouts in 5 files, 3 steps from 1 to 40.');
  const summary = await page.locator('.summary').innerText();
  expect(summary).toContain('Steps are recorded with the rollouts.');
  expect(summary).toContain('Recorded and recomputed rewards are the same wherever there are both.');
  expect(summary).toContain('4 rollouts without a recomputed reward: the file holds no gold answer');
  await bench.screenshot('rewards curve');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('.plot').press('t');
  expect(await tableRows(page)).toEqual(CURVE);
  await bench.screenshot('rewards table');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('vscode-button', { hasText: 'Show Chart' }).click();
});

test('a point is opened, a row chosen and its text revealed by keyboard', async () => {
  const bench = workbench();
  const page = await bench.webview('.chart canvas');
  const plot = page.locator('.plot');
  await plot.focus();
  await plot.press('ArrowRight');
  await plot.press('ArrowRight');
  expect(await page.locator('.chart .point').innerText()).toContain('Step 20: Recorded 0.6667');
  await plot.press('Enter');
  await waitForText(page, 'h2', 'Step 20: 60 rollouts');
  await page.locator('.list .row').nth(59).waitFor();
  await until('focus on the list', async () =>
    (await page.evaluate(() => document.activeElement?.getAttribute('role'))) === 'listbox'
      ? true
      : undefined,
  );
  await bench.press('ArrowDown');
  await waitForText(page, '.details h2', 'Reward of step_20.jsonl#0');
  // The first rollout answers Lornedale where the gold is Tønse By.
  await waitForText(page, '.components', 'Exact match');
  const components = await page.locator('.components tbody tr').allInnerTexts();
  expect(components).toHaveLength(1);
  expect(components[0]).toMatch(/^Exact match\s+0\s+1\s+0\s/);
  expect(components[0]).toContain('Lornedale');
  expect(await page.locator('.components tfoot').innerText()).toMatch(/Total\s+0/);
  expect(await page.locator('.compared').innerText()).toBe('The recorded reward is the recomputed one.');
  expect(await page.locator('.details dl').first().innerText()).toContain('★ Tønse By');
  await bench.screenshot('rewards components');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.locator('button.link', { hasText: 'Show in rollout' }).click();
  await bench.page.locator('.monaco-editor[data-uri^="rollout:"] .selected-text').first().waitFor();
  await bench.screenshot('rewards revealed');
  await bench.runCommand('View: Focus First Editor Group');
  // `" Lornedale "` ends on line 10, column 20 of the text, counted in the file.
  const status = bench.page.locator('.statusbar-item', { hasText: 'selected)' });
  await status.waitFor();
  expect(await status.innerText()).toBe('Ln 10, Col 20 (11 selected)');
});

test('another profile gives other rewards, and differences are told', async () => {
  const bench = workbench();
  const page = await bench.webview('.chart canvas');
  await choose(page, 'Profile by which rewards are recomputed', 'Search-R1 v0.3, exact match and format');
  await waitForText(page, '.summary', 'The two rewards differ for 168 rollouts.');
  await page.locator('.plot').press('t');
  // By hand: no text has the marker that v0.3 looks for, so a right answer earns 0.8; the prompt holds two answers,
  // so that every wrong one counts as given and earns 0.1.
  expect((await tableRows(page)).map((row) => [row[0], row[2]?.slice(0, 5), row[4]])).toEqual([
    ['1', '0.345', '60'],
    ['20', '0.566', '60'],
    ['40', '0.756', '48'],
  ]);
  await page.locator('vscode-button', { hasText: 'Show Chart' }).click();
  await waitForText(page, '.compared', 'The file records 0, which is 0.1 less than');
  expect(await page.locator('.compared').innerText()).toContain(
    '“Search-R1, exact match” gives exactly the recorded reward.',
  );
  // The list, which is made anew, leaves the focus where the reader is.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('listbox');
  await choose(page, 'Sort rollouts by', 'Difference');
  await until('the greatest differences first', async () =>
    (await listed(page))[0]?.join(' ') === '1 0.8 +0.2' ? true : undefined,
  );
  await page.locator('vscode-checkbox', { hasText: 'Mean EM' }).click();
  await choose(page, 'Spread around the means', 'Quartiles');
  await bench.screenshot('rewards difference');
});

test('the panel comes back after a reload of the window as it was', async () => {
  const bench = workbench();
  await bench.reload();
  const page = await bench.webview('.chart canvas');
  await waitForText(page, 'h2', 'Step 20: 60 rollouts, 60 with two different rewards');
  await waitForText(page, '.details h2', 'Reward of step_20.jsonl#0');
  await until('the order', async () =>
    (await listed(page))[0]?.join(' ') === '1 0.8 +0.2' ? true : undefined,
  );
  expect(await page.locator('.chart .legend').innerText()).toContain('EM');
  await choose(page, 'Profile by which rewards are recomputed', 'By the dialect');
  await waitForText(page, '.summary', 'Recorded and recomputed rewards are the same');
});

test('files that grow and files that are added are read again, in place', async () => {
  const bench = workbench();
  const page = await bench.webview('.chart canvas');
  const folder = join(bench.folder, 'search-r1');
  const [first = ''] = readFileSync(join(folder, 'step_20.jsonl'), 'utf8').split('\n');
  appendFileSync(join(folder, 'step_20.jsonl'), `${first}\n{"input": "torn\n`);
  await waitForText(page, 'h2', 'Step 20: 61 rollouts');
  await waitForText(page, '.summary', '1 record cannot be read');
  writeFileSync(join(folder, 'step_60.jsonl'), `${first.replace('"step": 20', '"step": 60')}\n`);
  await waitForText(page, '.summary', '174 rollouts in 6 files, 4 steps from 1 to 60.');
  expect(await page.locator('.details h2').innerText()).toBe('Reward of step_20.jsonl#0');
  await page.locator('.plot').press('t');
  const rows = await tableRows(page);
  expect(rows.map((row) => [row[0], row.at(-3), row.at(-1)])).toEqual([
    ['1', '60', '0'],
    ['20', '61', '1'],
    ['40', '48', '0'],
    ['60', '1', '0'],
  ]);
  await page.locator('vscode-button', { hasText: 'Show Chart' }).click();
});

test.each(Object.keys(themes) as Theme[])('it is legible in %s', async (theme) => {
  const bench = workbench();
  await bench.setTheme(theme);
  const page = await bench.webview('.chart canvas');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot(`rewards ${theme}`);
});

test('a file of one step shows how often which reward occurs, and what the command explains', async () => {
  const bench = workbench();
  await bench.setTheme('dark');
  await bench.runCommand('View: Close All Editors');
  await bench.openFile('r1-searcher/sampling.jsonl');
  await bench.codeLenses();
  await bench.goTo(2);
  await bench.runCommand('Tracehop: Explain Reward of This Rollout');
  const page = await bench.webview('.histogram .bar');
  await waitForText(page, '.details h2', 'Reward of sampling.jsonl#1');
  await waitForText(page, '.summary', 'The file names no step.');
  // `score` of the 32 lines, counted with Python.
  expect(await cells(page, '.histogram tbody tr')).toEqual([
    ['-2', '5'],
    ['-1.857', '1'],
    ['-1', '9'],
    ['0', '2'],
    ['1', '15'],
  ]);
  expect(await page.locator('.compared').innerText()).toContain(
    'No reward can be recomputed: no reward profile',
  );
  const top = (): Promise<number> =>
    page.evaluate(() => document.querySelector('.details')?.getBoundingClientRect().top ?? Infinity);
  await until('the explanation in sight', async () => ((await top()) < 500 ? true : undefined));
  await bench.screenshot('rewards one step');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.runCommand('View: Focus First Editor Group');
  await bench.goTo(3);
  await bench.runCommand('Tracehop: Explain Reward of This Rollout');
  await waitForText(page, '.details h2', 'Reward of sampling.jsonl#2');
});

test.runIf(corpora !== null)('a file of another system says why nothing is recomputed', async () => {
  const bench = workbench();
  mkdirSync(join(bench.folder, 'verifiers'));
  const file = corpus('verifiers/wiki-search--gpt-4.1--f6d9bd6b/results.jsonl');
  copyFileSync(file, join(bench.folder, 'verifiers', 'results.jsonl'));
  await bench.runCommand('View: Close All Editors');
  await bench.openFile('verifiers/results.jsonl');
  await bench.codeLenses();
  await bench.runCommand('Tracehop: Show Rewards');
  const page = await bench.webview('.histogram .bar');
  await waitForText(
    page,
    '.summary',
    '50 rollouts without a recomputed reward: no reward profile is known for rollouts of the dialect tool-call; name one.',
  );
  // `reward` of the 50 lines, counted with Python.
  expect(await cells(page, '.histogram tbody tr')).toEqual([
    ['0', '4'],
    ['1', '46'],
  ]);
  await bench.screenshot('rewards verifiers');
});
