import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { isAlive } from '../../../core/training/process-identity';
import { readLock } from '../../../core/training/state-folder';
import { accessibilityFaults } from './axe';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const { state, python } = inject('training');
const workbench = useWorkbench();

beforeAll(async () => {
  // Whether the workspace is trusted is known only some time after the window is drawn.
  const title = 'Tracehop: Run Training...';
  await until(title, async () => ((await workbench().commands(title)).includes(title) ? true : undefined));
});

const jobIds = (): string[] => readdirSync(join(state, 'jobs')).sort();
const lastJob = (): string => jobIds().at(-1) ?? '';
const work = (job: string): string => join(state, 'jobs', job, 'work', 'out');
const lines = (job: string): number =>
  readFileSync(join(work(job), 'metrics.jsonl'), 'utf8')
    .trimEnd()
    .split('\n').length;

async function openForm(): Promise<Frame> {
  await workbench().runCommand('Tracehop: Run Training...');
  const recipe = workbench().page.locator('.quick-input-list .monaco-list-row', {
    hasText: 'Query complexity',
  });
  await recipe.waitFor();
  await workbench().press('Enter');
  return workbench().webview('.training-form .fields');
}

/** Writes into a field, until it has taken it: faster than any hand, the text may come before the field listens. */
async function fill(page: Frame, name: string, text: string): Promise<void> {
  const field = page.locator(`vscode-text-field[data-name=${name}]`);
  await until(`${text} in ${name}`, async () => {
    await field.locator('input').fill('');
    await field.locator('input').fill(text);
    return (
      (await field.evaluate((each) => (each as unknown as { value: string }).value)) === text || undefined
    );
  });
}

/** Starts a job of so many epochs, of 12 steps each, and returns its page. */
async function run(epochs: number): Promise<{ page: Frame; job: string }> {
  const page = await openForm();
  await fill(page, 'epochs', String(epochs));
  await page.locator('vscode-button.start').click();
  const shown = await workbench().webview('.training-job');
  return { page: shown, job: lastJob() };
}

const badge = (page: Frame): Promise<string> => page.locator('.badge').innerText();
const inState = (page: Frame, words: string, ms = 60_000): Promise<true> =>
  until(words, async () => ((await badge(page)).includes(words) ? true : undefined), ms);

/** The number of points that the table says a metric has; 0 before it has any. */
async function points(page: Frame, metric = 'loss'): Promise<number> {
  const cell = page.locator(`tr[data-metric="${metric}"] td`).last();
  return (await cell.count()) === 0 ? 0 : Number(await cell.innerText());
}

const atLeast = (page: Frame, count: number): Promise<number> =>
  until(`${count} points`, async () => {
    const now = await points(page);
    return now >= count ? now : undefined;
  });

/** Processes whose command line names a job's folder. */
function processesOf(job: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes(job) ? [line.replaceAll('\0', ' ')] : [];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

test('a Python without the packages is told of before the start, and another is chosen', async () => {
  const bench = workbench();
  const page = await openForm();
  const said = page.locator('.environment');
  await until('the hint', async () =>
    (await said.innerText()).includes('cannot run this recipe') ? true : undefined,
  );
  expect(await said.innerText()).toContain('python -m pip install torch');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot('training without torch');
  await page.locator('vscode-button', { hasText: 'Choose Python...' }).click();
  const input = bench.page.locator('.quick-input-widget input').first();
  await input.waitFor();
  await input.fill(python);
  await bench.press('Enter');
  await until('the check', async () => ((await said.innerText()).includes('Ready') ? true : undefined));
  expect(await said.innerText()).toContain(python);
});

test('a wrong value is refused in the form, as it is typed and by the bridge', async () => {
  const page = await openForm();
  await workbench().screenshot('training form');
  expect(await accessibilityFaults(page)).toEqual([]);

  await fill(page, 'epochs', '0');
  const fault = page.locator('.field.wrong [role=alert]');
  expect(await fault.innerText()).toBe('0 is out of range; it must be a whole number from 1 to 2000.');
  await workbench().screenshot('training wrong value');
  await fill(page, 'epochs', 'many');
  expect(await fault.innerText()).toBe('Must be a whole number from 1 to 2000.');
  await page.locator('vscode-button.start').click({ force: true });
  expect(await page.locator('.training-form').count()).toBe(1);

  await page.locator('vscode-button', { hasText: 'Use Defaults' }).click();
  await fault.waitFor({ state: 'detached' });
  await fill(page, 'questions', '/etc/passwd');
  await page.locator('vscode-button.start').click();
  expect(await fault.innerText()).toContain('"/etc/passwd" lies outside of workspace, product');
  await page.locator('vscode-button', { hasText: 'Use Defaults' }).click();
});

test('curves and log grow while it runs, and a reload in the middle loses nothing', async () => {
  const bench = workbench();
  const { page, job } = await run(60);
  const since = performance.now();
  const first = await atLeast(page, 1);
  process.stderr.write(`first metric ${Math.round(performance.now() - since)} ms after the panel\n`);
  const before = await atLeast(page, first + 1);
  await until('log lines', async () => ((await page.locator('.log .line').count()) > 10 ? true : undefined));
  await bench.page.locator('.statusbar-item', { hasText: 'query-complexity' }).waitFor();
  await bench.screenshot('training running');

  expect(await badge(page)).toContain('Running');
  await bench.reload();
  const again = await bench.webview('.training-job');
  await atLeast(again, before);
  expect(jobIds()).toHaveLength(1);
  await inState(again, 'Succeeded');
  await until('all points', async () => ((await points(again)) === lines(job) ? true : undefined));
  expect(lines(job)).toBe(60 * 12);
  expect(await points(again, 'validation/accuracy')).toBe(60);
  await again.locator('.outputs li').first().waitFor();
  expect(await again.locator('.outputs').innerText()).toContain('out/report.json');
  await bench.page.locator('.statusbar-item', { hasText: 'query-complexity' }).waitFor({ state: 'detached' });
  await bench.screenshot('training succeeded');
  expect(await accessibilityFaults(again)).toEqual([]);
  expect(await bench.notifications()).toEqual([]);
}, 120_000);

test('the log is searched, follows its end, and opens as a document', async () => {
  const bench = workbench();
  const page = await bench.webview('.training-job');
  const search = page.locator('.log-part .search input');
  await search.fill('Num examples');
  expect(await page.locator('.log-part .hits').innerText()).toBe('1 of 1');
  await search.press('Enter');
  await page.locator('.log .chosen mark').waitFor();
  expect(await page.locator('.log .chosen').innerText()).toBe('  Num examples = 48');
  await bench.screenshot('training log search');
  await page.locator('vscode-button', { hasText: 'Go to End' }).click();
  await search.fill('');
  await page.locator('vscode-button', { hasText: 'Open Log' }).click();
  await until('the document', async () =>
    (await bench.editorLines()).some((line) => line.includes('Majority baseline')) ? true : undefined,
  );
  await bench.runCommand('View: Close Editor');
});

test.each(Object.keys(themes) as Theme[])('a job is legible in %s', async (theme) => {
  const bench = workbench();
  await bench.setTheme(theme);
  const page = await bench.webview('.training-job');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot(`training ${theme}`);
});

test('a job is cancelled, and nothing of it is left', async () => {
  const { page, job } = await run(2000);
  await atLeast(page, 3);
  expect(processesOf(job)).not.toEqual([]);
  await page.locator('vscode-button', { hasText: 'Cancel' }).click();
  await inState(page, 'Cancelled');
  expect(processesOf(job)).toEqual([]);
  await until('all points', async () => ((await points(page)) === lines(job) ? true : undefined));
  await workbench().screenshot('training cancelled');
});

test('a bridge that is killed is started again, and the job goes on', async () => {
  const { page, job } = await run(40);
  const before = await atLeast(page, 3);
  const owner = readLock(state)?.owner;
  if (!owner) throw new Error('no bridge');
  process.kill(owner.pid, 'SIGKILL');
  await page.locator('.connection', { hasText: 'Reconnecting' }).waitFor();
  await workbench().screenshot('training reconnecting');
  await page.locator('.connection').waitFor({ state: 'detached' });
  const next = readLock(state)?.owner;
  expect(next && next.pid !== owner.pid && isAlive(next)).toBe(true);
  await atLeast(page, before + 1);
  await inState(page, 'Succeeded');
  await until('all points', async () => ((await points(page)) === lines(job) ? true : undefined));
  expect(lines(job)).toBe(40 * 12);
  expect(await workbench().notifications()).toEqual([]);
}, 120_000);
