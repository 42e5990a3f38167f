// Measures the Rollouts editor in a real workbench: how soon rows are painted, and whether scrolling shows blanks.
// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { categories, readFrames } from './frames.mjs';
import { isTable, markFrames, rowsDrawn } from './in-page.mjs';
import { root } from './paths.mjs';
import { removeFolder } from './remove-folder.mjs';
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
    /** @type {(name: string, label: string, target: string) => Promise<Measurement[]>} */
    const painted = async (name, label, target) => {
      /** @type {Measurement[]} */
      const measured = [];
      for (const [which, prepare] of BEFORE) {
        const [whole, own] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
        for (let run = 0; run < RUNS; run++) {
          const times = await inWindow(browser, folder, prepare, (page) => paint(page, name));
          whole.push(times.whole);
          own.push(times.own);
        }
        const title = `command to painted rows, ${label}, ${which}`;
        measured.push(
          { name: title, value: median(whole), unit: 'ms', target },
          { name: `${title}: of it, ours after VS Code made the page`, value: median(own), unit: 'ms' },
        );
      }
      return measured;
    };
    const size = (/** @type {number} */ bytes) => `${Math.round(bytes * share)} MB`;
    return [
      ...(await painted('middle.jsonl', `${size(110)} of verl JSONL`, '≤ 300')),
      ...(await painted('large.jsonl', `${size(1000)} of verl JSONL`, '≤ 500')),
      ...(await inWindow(browser, folder, openAndCloseTable, (page) =>
        scroll(browser, page, Math.round(1e6 * share)),
      )),
    ];
  } finally {
    await browser.close();
    removeFolder(folder);
  }
}

/**
 * What was done in a window before the table is opened; the language server runs after both.
 * @type {readonly (readonly [which: string, prepare: (page: Page) => Promise<void>])[]}
 */
const BEFORE = [
  ['first table of a window', startServerByText],
  ['a later table', openAndCloseTable],
];

/** @type {(page: Page, name: string) => import('playwright-core').Locator} */
const inExplorer = (page, name) =>
  page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();

/** @param {Page} page */
async function startServerByText(page) {
  await inExplorer(page, 'small.jsonl').dblclick();
  await page.locator('.codelens-decoration a:visible').first().waitFor();
}

/** @param {Page} page */
async function openAndCloseTable(page) {
  await paint(page, 'small.jsonl');
  await page.keyboard.press('Control+F4');
}

/**
 * A window on a folder, with an extension host, a server and a cache of its own.
 * @template T
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 * @param {(page: Page) => Promise<void>} prepare
 * @param {(page: Page) => Promise<T>} work
 */
async function inWindow(browser, folder, prepare, work) {
  const server = await startServer({ settings: { 'security.workspace.trust.enabled': false } });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    await page.goto(workbenchUrl(server, { open: folder }));
    const loaded = () => performance.getEntriesByName('code/didLoadExtensions').length > 0;
    await page.waitForFunction(loaded, undefined, { timeout: 60_000 });
    await prepare(page);
    return await work(page);
  } finally {
    await page.close();
    await server.dispose();
  }
}

/**
 * Opens a file of the explorer as a table. Milliseconds from the click on the command to rows on the screen, and from the
 * page's request for its script to them: what lies before is VS Code's, which makes the editor and its page.
 * @param {Page} page
 * @param {string} name
 */
async function paint(page, name) {
  await inExplorer(page, name).click({ button: 'right' });
  const command = page.locator('.monaco-menu .action-label', { hasText: 'Open as Rollouts' });
  await command.waitFor();
  // A menu takes no click right after it came up.
  await page.waitForTimeout(500);
  const others = new Set(await tablesOf(page));
  const begun = Date.now();
  await command.click();
  for (;;) {
    if (Date.now() - begun > 60_000) throw new Error(`no rows of ${name} were painted in a minute`);
    const frame = (await tablesOf(page)).find((each) => !others.has(each));
    // A frame may be gone while it is asked.
    const drawn = await frame?.evaluate(rowsDrawn, name).catch(() => null);
    if (!frame || !drawn) continue;
    return { whole: drawn.painted - begun, own: drawn.painted - drawn.handedOver, frame };
  }
}

/**
 * The pages of tables that are there.
 * @param {Page} page
 * @returns {Promise<Frame[]>}
 */
async function tablesOf(page) {
  const found = await Promise.all(
    page.frames().map(async (frame) => ((await frame.evaluate(isTable).catch(() => false)) ? [frame] : [])),
  );
  return found.flat();
}

/**
 * Scrolls through a million rows by the wheel, and reads every frame from a trace of the browser.
 * @param {import('playwright-core').Browser} browser
 * @param {Page} page
 * @param {number} rows
 * @returns {Promise<Measurement[]>}
 */
async function scroll(browser, page, rows) {
  const { frame } = await paint(page, 'tiny.jsonl');
  const words = `${rows.toLocaleString('en')} rollouts`;
  await frame.locator('.counts', { hasText: words }).waitFor({ timeout: 300_000 });
  await frame.locator('[role="grid"]').hover();
  await browser.startTracing(page, { categories });
  const marked = frame.evaluate(markFrames, SCROLL_MS);
  for (const until = performance.now() + SCROLL_MS; performance.now() < until;) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(16);
  }
  await marked;
  const { blank, still, gap, frames } = readFrames(await browser.stopTracing());
  const name = `scrolling ${rows.toLocaleString('en')} rows`;
  return [
    { name: `${name}: longest time with a row missing`, value: blank, unit: 'ms', target: '≤ 100' },
    { name: `${name}: longest time with the same rows`, value: still, unit: 'ms' },
    {
      name: `${name}: longest time between two of ${frames} frames`,
      value: gap,
      unit: 'ms',
      target: '≤ 100',
    },
  ];
}

/** @param {number[]} values of which there is at least one */
function median(values) {
  return /** @type {number} */ (values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);
}
