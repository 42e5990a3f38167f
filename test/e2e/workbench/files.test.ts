import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

const RESPONSE =
  '<think>I look for the river.</think>\n<search> river </search>\n\n<information>Doc 1(Title: "River") see ' +
  'https://example.com/river and tell.</information>\n\n<answer> Melka </answer>';

/** Writes a file beside the examples. */
function write(name: string, text: string): void {
  const path = join(workbench().folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

// Before anything is searched for: the palette keeps the list of files for a while.
beforeAll(() => {
  write('texts/case.txt', RESPONSE);
  const output = `${RESPONSE}${'x'.repeat(12_000)}`;
  const record = JSON.stringify({ input: 'Which river?\n', output, gts: ['Melka'], score: 0, step: 1 });
  write('texts/long.jsonl', `${record}\n${record}\n`);
});

const settingsFile = (): string => join(workbench().folder, '.vscode', 'settings.json');

/** What the workbench has written; undefined before that, and while it writes: the file may be torn for a moment. */
function settings(): object | undefined {
  try {
    return JSON.parse(readFileSync(settingsFile(), 'utf8')) as object;
  } catch {
    return undefined;
  }
}

/** Takes an entry of *Describe File*. */
async function choose(label: string, screenshot?: string): Promise<void> {
  await workbench().runCommand('Tracehop: Describe File...');
  const row = workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: label });
  await row.first().waitFor();
  await workbench().page.waitForTimeout(300);
  if (screenshot) {
    await workbench().screenshot(screenshot);
    const shown = await workbench().page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    expect(shown.join('\n')).not.toMatch(/[`]|&[a-z]+;/);
  }
  await row.first().click();
}

/**
 * Titles of the lenses that can be seen: those below keep what they said until they are scrolled to, and those taken
 * away may stay in the page, hidden.
 */
const lensesInView = (): Promise<string[]> =>
  workbench().page.evaluate(() =>
    [...document.querySelectorAll('.editor-group-container.active .codelens-decoration a')]
      .filter((each) => {
        const { top, bottom, height } = each.getBoundingClientRect();
        const inView = height > 0 && top > 0 && bottom < window.innerHeight - 60;
        return inView && each.checkVisibility({ visibilityProperty: true });
      })
      .map((each) => (each.textContent ?? '').replaceAll('\u00a0', ' ').trim()),
  );

const firstLens = (wanted: RegExp): Promise<string> =>
  until(`a lens like ${wanted}`, async () => {
    const titles = await workbench().codeLenses();
    return titles.find((title) => wanted.test(title));
  });

test('a choice in Describe File is one for that file', async () => {
  await workbench().openFile('step_40.jsonl');
  await firstLens(/^Rollout 0 .* 1 search/);
  await choose('Text without a known tag grammar', 'describe-choose');
  // The file is there, and an object, before what it holds.
  await until('the setting', () => Promise.resolve(Object.keys(settings() ?? {}).length ? true : undefined));
  expect(await until('the setting', () => Promise.resolve(settings()))).toEqual({
    'tracehop.dialects': { 'search-r1/step_40.jsonl': 'plain' },
  });
  await until('lenses without searches', async () => {
    const titles = await lensesInView();
    return titles.length && titles.every((title) => /^Rollout (?!.*search)/.test(title)) ? true : undefined;
  });
  await workbench().openFile('step_20.jsonl');
  await firstLens(/^Rollout 0 .* search/);
});

test('detecting it again leaves nothing behind', async () => {
  await workbench().openFile('step_40.jsonl');
  await choose('Detect it again', 'describe-detect');
  await until('no setting', () => Promise.resolve(JSON.stringify(settings()) === '{}' ? true : undefined));
  await firstLens(/^Rollout 0 .* 1 search/);
});

test('a text file with tags has the button, and can be viewed as rollouts', async () => {
  await workbench().openFile('case.txt');
  const button = workbench().page.locator('.editor-actions a[aria-label^="Open Rollout"]');
  await button.first().waitFor();
  await workbench().page.locator('#status\\.languageStatus').first().hover();
  const link = workbench().page.locator('.hover-language-status a', { hasText: 'View as Rollout' });
  await link.first().waitFor();
  await workbench().screenshot('text-file');
  await link.first().click();
  await firstLens(/document/);
  await workbench().page.waitForTimeout(500);
  await workbench().screenshot('text-as-rollout');
});

test('an address in a trace is no link', async () => {
  const line = await until('the address', async () =>
    (await workbench().editorLines()).find((text) => text.includes('https://example.com')),
  );
  expect(line).toContain('https://example.com/river');
  expect(await workbench().page.locator('.editor-group-container.active .detected-link').count()).toBe(0);
});

test('lines that are too long are said to be, and have their lens', async () => {
  await workbench().openFile('long.jsonl');
  await firstLens(/^Rollout 0 · score 0 · EM 1/);
  await workbench().page.locator('#status\\.languageStatus').first().hover();
  const hover = workbench().page.locator('.hover-language-status', { hasText: '10,000 characters' });
  await hover.first().waitFor();
  await workbench().screenshot('long-lines');
  expect(await hover.first().locator('a', { hasText: 'Details' }).isVisible()).toBe(true);
  await workbench().page.mouse.move(700, 300);
  await workbench().press('Escape');
});

test('a file without rollouts says why, briefly', async () => {
  await workbench().openFile('questions.jsonl');
  await workbench().runCommand('Tracehop: Open Rollout');
  const [notice] = await until('notice', async () => {
    const shown = await workbench().notifications();
    return shown.length ? shown : undefined;
  });
  await workbench().screenshot('no-rollouts');
  expect(notice).toMatch(/^questions\.jsonl holds no rollouts: ./);
  expect(notice).not.toContain(workbench().folder);
});
