// Runs the mocha suite (test/e2e/host) inside the extension host of a real workbench.
// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from './browser.mjs';
import { results, root } from './paths.mjs';
import { startServer, workbenchUrl } from './server.mjs';
import { workspaceCopy } from './workspace.mjs';

/**
 * What the suite writes, a line each: every test as it ends, and one `end`.
 * @typedef {{ type: 'pass' | 'fail' | 'pending', title: string, ms?: number, error?: string }} Entry
 * @typedef {Entry | { type: 'end', error?: string }} Line
 */

/**
 * Runs the suite and prints each test as it ends.
 * @param {{ limit?: number }} [options] limit: seconds for the whole suite
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runHost({ limit = 300 } = {}) {
  const file = join(results, 'host.ndjson');
  mkdirSync(results, { recursive: true });
  rmSync(file, { force: true });
  const workspace = workspaceCopy();
  const settings = { 'security.workspace.trust.enabled': false };
  let browser, server;
  try {
    server = await startServer({ settings, env: { TRACEHOP_TEST_REPORT: file } });
    browser = await launchBrowser();
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const tests = join(root, 'dist', 'test', 'host.js');
    await page.goto(workbenchUrl(server, { open: workspace.folder, tests }));
    return await follow(file, limit, server, errors);
  } finally {
    await browser?.close();
    await server?.dispose();
    workspace.dispose();
  }
}

/**
 * @param {string} file
 * @param {number} limit
 * @param {import('./server.mjs').Server} server
 * @param {string[]} errors what the browser's console shows
 */
async function follow(file, limit, server, errors) {
  const count = { pass: 0, fail: 0, pending: 0 };
  const until = performance.now() + limit * 1000;
  for (let seen = 0, exited = false; ;) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(seen, -1) : [];
    seen += lines.length;
    for (const text of lines) {
      const line = /** @type {Line} */ (JSON.parse(text));
      if (line.type !== 'end') count[line.type]++;
      if (line.type === 'end' && line.error) count.fail++;
      print(line);
      if (line.type === 'end') return { passed: count.pass, failed: count.fail };
    }
    const late = performance.now() > until;
    if (late || (exited && !lines.length)) {
      console.log(late ? `  no end after ${limit} s` : '  the extension host ended before the suite did');
      const log = join(results, 'host.log');
      writeFileSync(log, [server.log().trim(), '', 'The browser console:', ...errors].join('\n'));
      console.log(`  what the server and the window said is in ${log}`);
      return { passed: count.pass, failed: count.fail + 1 };
    }
    exited = server.log().includes('Extension Host Process exited');
    await sleep(100);
  }
}

/** @param {Line} line */
function print(line) {
  if (line.type === 'pass') console.log(`  ✓ ${line.title} (${line.ms} ms)`);
  if (line.type === 'pending') console.log(`  - ${line.title}`);
  if (line.type === 'fail') console.log(`  ✗ ${line.title}`);
  if ('error' in line && line.error) console.log(line.error.replace(/^/gm, '      '));
}
