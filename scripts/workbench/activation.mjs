// Measures activate() in the extension host of a real workbench.
// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from './browser.mjs';
import { results, root } from './paths.mjs';
import { startServer, workbenchUrl } from './server.mjs';
import { workspaceCopy } from './workspace.mjs';

const RUNS = 5;

/** Opens a window several times, each with an extension host of its own; the median of what activation took. */
export async function measureActivation() {
  const report = join(results, 'activation.ndjson');
  mkdirSync(results, { recursive: true });
  rmSync(report, { force: true });
  const browser = await launchBrowser();
  const workspace = workspaceCopy();
  const settings = { 'security.workspace.trust.enabled': false };
  const server = await startServer({ settings, env: { TRACEHOP_BENCH_REPORT: report } });
  try {
    const tests = join(root, 'dist', 'bench', 'activation.js');
    for (let run = 1; run <= RUNS; run++) {
      const page = await browser.newPage();
      await page.goto(workbenchUrl(server, { open: workspace.folder, tests }));
      await lines(report, run);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.dispose();
    workspace.dispose();
  }
  const times = (await lines(report, RUNS)).map(Number).sort((a, b) => a - b);
  const value = /** @type {number} */ (times[Math.floor(RUNS / 2)]);
  return { name: 'activate(), registrations only', value, unit: 'ms', target: '≤ 50' };
}

/**
 * Waits for a file to have a number of lines.
 * @param {string} file
 * @param {number} count
 */
async function lines(file, count) {
  for (const until = performance.now() + 60_000; performance.now() < until; await sleep(100)) {
    const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    if (found.length >= count) return found;
  }
  throw new Error(`${file} did not get its line ${count} in a minute`);
}
