// Starts VS Code's server with fresh folders, and builds the addresses of workbenches in it.
// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureServer } from './install.mjs';
import { extension } from './paths.mjs';
import { Hint } from './process.mjs';
import { removeFolder } from './remove-folder.mjs';

/** Settings under which nothing pops up, phones home or changes by itself. */
export const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'chat.commandCenter.enabled': false,
  'chat.setupFromDialog': false,
  'git.enabled': false,
  'window.restoreWindows': 'none',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
};

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} Server
 * @property {string} url with the token that opens it
 * @property {number} port
 * @property {string} userData its user-data folder
 * @property {() => string} log what it has printed
 * @property {Promise<void>} exited
 * @property {() => Promise<void>} dispose ends it and all its children, and removes its folders
 */

/**
 * Starts a server and waits until it answers.
 * @param {{ port?: number, settings?: Record<string, unknown>, env?: Record<string, string>, verbose?: boolean }} [options]
 * @returns {Promise<Server>}
 */
export async function startServer({ port, settings = {}, env = {}, verbose = false } = {}) {
  const vscode = await ensureServer();
  port = await freePort(port);
  const folder = mkdtempSync(join(tmpdir(), 'tracehop-workbench-'));
  const userData = join(folder, 'user-data');
  writeSettings(userData, settings);
  // Other users of the machine reach the port too; without the token they get nothing.
  const token = randomUUID();
  const child = spawn(
    process.execPath,
    [
      ...['--import', pathToFileURL(join(import.meta.dirname, 'guard.mjs')).href],
      join(vscode, 'out', 'server-main.js'),
      ...['--connection-token', token, '--accept-server-license-terms', '--disable-telemetry'],
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...['--user-data-dir', userData],
      ...['--extensions-dir', join(folder, 'extensions'), '--server-data-dir', join(folder, 'server-data')],
    ],
    {
      // No marketplace: tests and first starts need none, and it may be out of reach.
      env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own, so that extension hosts and their children end with it.
      detached: process.platform !== 'win32',
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      log += data;
      if (verbose) process.stderr.write(data);
    });
  }
  /** @type {Promise<void>} */
  const exited = new Promise((done) => child.on('close', () => done()).on('error', () => done()));
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (process.platform === 'win32' || !child.pid) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  const last = () => {
    kill('SIGKILL');
    removeFolder(folder);
  };
  const interrupted = () => process.exit(130);
  process.on('exit', last);
  for (const signal of signals) process.on(signal, interrupted);
  const dispose = async () => {
    kill('SIGTERM');
    await Promise.race([exited, sleep(3_000, undefined, { ref: false })]);
    process.off('exit', last);
    for (const signal of signals) process.off(signal, interrupted);
    last();
  };
  const url = `http://127.0.0.1:${port}/?tkn=${token}`;
  try {
    await answer(url, exited);
  } catch {
    await dispose();
    throw new Hint(`VS Code's server did not start:\n${log.trim()}`);
  }
  return { url, port, userData, log: () => log, exited, dispose };
}

/**
 * Writes the user's settings; workbenches read them when they open.
 * @param {string} userData
 * @param {Record<string, unknown>} settings in addition to the quiet ones
 */
export function writeSettings(userData, settings) {
  mkdirSync(join(userData, 'User'), { recursive: true });
  const all = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  writeFileSync(join(userData, 'User', 'settings.json'), all);
}

/**
 * The address of a workbench with the extension under development.
 * @param {{ url: string }} server
 * @param {{ open?: string, tests?: string, extensions?: string[] }} [options] open: a folder, a .code-workspace or a
 *   file; tests: the module with run() for the extension host; extensions: the unpacked ones to load
 */
export function workbenchUrl(server, { open, tests, extensions = [extension] } = {}) {
  const url = new URL(server.url);
  const remote = (/** @type {string} */ path) => `vscode-remote://${url.host}${slashed(resolve(path))}`;
  /** @type {[string, string][]} */
  const payload = extensions.map((path) => ['extensionDevelopmentPath', remote(path)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  if (open && open.endsWith('.code-workspace')) url.searchParams.set('workspace', slashed(resolve(open)));
  else if (open && statSync(open).isFile()) payload.push(['openFile', remote(open)]);
  else if (open) url.searchParams.set('folder', slashed(resolve(open)));
  if (!url.searchParams.has('folder') && !url.searchParams.has('workspace'))
    url.searchParams.set('ew', 'true');
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** @param {string} path */
const slashed = (path) => (path.startsWith('/') ? path : `/${path.replaceAll('\\', '/')}`);

/**
 * Makes sure that a port can be listened on; 0 stands for any.
 * @param {number} [wanted]
 * @returns {Promise<number>}
 */
function freePort(wanted = 0) {
  return new Promise((done, failed) => {
    const probe = createServer().on('error', (error) => failed(new Hint(`port ${wanted}: ${error.message}`)));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

/** @type {(url: string, exited: Promise<void>) => Promise<void>} */
async function answer(url, exited) {
  let gone = false;
  void exited.then(() => (gone = true));
  for (const end = Date.now() + 60_000; Date.now() < end && !gone; await sleep(100)) {
    // It answers with a cookie and a redirect, which only a browser can follow.
    const asked = fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    const response = await asked.catch(() => undefined);
    await response?.arrayBuffer();
    if (response && response.status < 400 && !gone) return;
  }
  throw new Error('no answer');
}
