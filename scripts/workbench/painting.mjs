// Measures the Rollouts editor in a real workbench: how soon rows are painted, and whether scrolling shows blanks.
// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { rowsDrawn, watchFrames } from './in-page.mjs';
import { root } from './paths.mjs';
import { startServer, workbenchUrl } from './server.mjs';

/** Windows that are opened for each file; the median counts. */
const RUNS = 5;

/** Milliseconds of scrolling. */
const SCROLL_MS = 6000;

/** @typedef {{ name: string, value: number, unit: string, target?: string }} Measurement */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/**
 * Each window has a server of its own, which has read a small file before, and no cache of what is measured.
 * @param {number} [share] of the sizes, from 0 to 1
 * @returns {Promise<Measurement[]>}
 */
export async function measurePainting(share = 1) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracehop-painting-')));
  const written = spawnSync(
    process.execPath,
    [join(root, 'dist', 'bench', 'workbench-files.js'), folder, String(share)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (written.status !== 0) throw new Error('the files could not be written');
  const browser = await launchBrowser();
  try {
    /** @type {(name: string, label: string, target: string) => Promise<Measurement>} */
    const painted = async (name, label, target) => {
      const times = [];
      for (let run = 0; run < RUNS; run++)
        times.push(await inWindow(browser, folder, (page) => paint(page, name)));
      times.sort((a, b) => a - b);
      const value = /** @type {number} */ (times[Math.floor(RUNS / 2)]);
      return { name: `command to painted rows, ${label}`, value, unit: 'ms', target };
    };
    const size = (/** @type {number} */ bytes) => `${Math.round(bytes * share)} MB`;
    return [
      await painted('middle.jsonl', `${size(110)} of verl JSONL`, '≤ 300'),
      await painted('large.jsonl', `${size(1000)} of verl JSONL`, '≤ 500'),
      ...(await inWindow(browser, folder, (page) => scroll(page, Math.round(1e6 * share)))),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A window on a folder, with an extension host, a server and a cache of its own.
 * @template T
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 * @param {(page: Page) => Promise<T>} work
 */
async function inWindow(browser, folder, work) {
  const server = await startServer({ settings: { 'security.workspace.trust.enabled': false } });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    await page.goto(workbenchUrl(server, { open: folder }));
    const loaded = () => performance.getEntriesByName('code/didLoadExtensions').length > 0;
    await page.waitForFunction(loaded, undefined, { timeout: 60_000 });
    // The server runs, and the bundle of the page has been drawn once.
    await paint(page, 'small.jsonl');
    await page.keyboard.press('Control+F4');
    return await work(page);
  } finally {
    await page.close();
    await server.dispose();
  }
}

/**
 * Opens a file of the explorer as a table; milliseconds from the click on the command to rows on the screen.
 * @param {Page} page
 * @param {string} name
 */
async function paint(page, name) {
  await page
    .locator('.explorer-folders-view .monaco-list-row', { hasText: name })
    .first()
    .click({ button: 'right' });
  const command = page.locator('.monaco-menu .action-label', { hasText: 'Open as Rollouts' });
  await command.waitFor();
  // A menu takes no click right after it came up.
  await page.waitForTimeout(500);
  const begun = performance.now();
  await command.click();
  await tableOf(page, name);
  return performance.now() - begun;
}

/**
 * The page of the table of a file, once a screen of rows is drawn.
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Frame>}
 */
async function tableOf(page, name) {
  for (const until = performance.now() + 60_000; performance.now() < until;) {
    for (const frame of page.frames()) {
      const drawn = await frame.evaluate(rowsDrawn, name).catch(() => false);
      if (drawn) return frame;
    }
  }
  throw new Error(`no rows of ${name} were painted in a minute`);
}

/**
 * Scrolls through a million rows by the wheel, and watches every frame.
 * @param {Page} page
 * @param {number} rows
 * @returns {Promise<Measurement[]>}
 */
async function scroll(page, rows) {
  await paint(page, 'tiny.jsonl');
  const frame = await tableOf(page, 'tiny.jsonl');
  const words = `${rows.toLocaleString('en')} rollouts`;
  await frame.locator('.counts', { hasText: words }).waitFor({ timeout: 300_000 });
  await frame.locator('[role="grid"]').hover();
  const watched = frame.evaluate(watchFrames, SCROLL_MS);
  for (const until = performance.now() + SCROLL_MS; performance.now() < until;) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(16);
  }
  const { blank, gap, frames } = await watched;
  const name = `scrolling ${rows.toLocaleString('en')} rows`;
  return [
    { name: `${name}: longest time with a row missing`, value: blank, unit: 'ms', target: '≤ 100' },
    {
      name: `${name}: longest time between two of ${frames} frames`,
      value: gap,
      unit: 'ms',
      target: '≤ 100',
    },
  ];
}
