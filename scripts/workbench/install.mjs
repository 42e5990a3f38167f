// Installs the real VS Code workbench, as the npm package code-server holds it, into the cache.
// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alive, withLock } from './lock.mjs';
import { cache } from './paths.mjs';
import { run, say } from './process.mjs';
import { findCompiler, findRipgrep } from './tools.mjs';

/** This version holds VS Code 1.100, the oldest that Tracehop supports. */
const version = '4.100.3';
const gyp = 'node-gyp@11.5.0';
/** Compiled on the spot: the log, the terminal, and what ends an extension host whose server died. */
const native = ['@vscode/spdlog', 'node-pty', 'native-watchdog'];

/** Native modules fit one ABI of Node; Node 20's is 115. */
const abi = process.versions.modules === '115' ? '' : `-abi${process.versions.modules}`;
const home = join(cache, `code-server-${version}${abi}`);

/**
 * The folder of VS Code's server; installs it on the first call. Safe to call from several processes at once, and
 * after one of them was killed: steps that were finished are not repeated, and the result appears all at once.
 * @returns {Promise<string>}
 */
export async function ensureServer() {
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true });
    await withLock(`${home}.lock`, async () => {
      if (!existsSync(home)) await install();
    });
  }
  return join(home, 'node_modules', 'code-server', 'lib', 'vscode');
}

async function install() {
  say(`installing VS Code's server (code-server ${version}) into ${home}; about a minute, once`);
  const ripgrep = await findRipgrep();
  await findCompiler();
  const partial = `${home}.partial`;
  const vscode = join(partial, 'node_modules', 'code-server', 'lib', 'vscode');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  mkdirSync(partial, { recursive: true });
  await orphan(partial);
  const manifest = join(partial, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');

  const onSpawn = (/** @type {number} */ pid) => writeFileSync(join(partial, '.child'), String(pid));
  await once(partial, 'package', () =>
    run('npm', ['install', ...quiet, `code-server@${version}`], { cwd: partial, onSpawn }),
  );
  await once(partial, 'dependencies', () =>
    run('npm', ['install', ...quiet, '--omit=dev'], { cwd: vscode, onSpawn }),
  );
  for (const name of native) {
    await once(partial, `build-${name.replace('/', '-')}`, async () => {
      const rebuild = ['node-gyp', 'rebuild', `--nodedir=${await headers(partial)}`];
      const cwd = join(vscode, 'node_modules', name);
      await run('npm', ['exec', '--yes', `--package=${gyp}`, '--', ...rebuild], { cwd, onSpawn });
    });
  }
  const bin = join(vscode, 'node_modules', '@vscode', 'ripgrep', 'bin');
  mkdirSync(bin, { recursive: true });
  const link = join(bin, process.platform === 'win32' ? 'rg.exe' : 'rg');
  rmSync(link, { force: true });
  symlinkSync(ripgrep, link);

  renameSync(partial, home);
  say('installed');
}

/**
 * Waits for the child of an earlier attempt that was killed alone: npm or pip may still be writing.
 * @param {string} folder the half-made one; its file `.child` holds the process id
 */
export async function orphan(folder) {
  const file = join(folder, '.child');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  for (let tries = 0; pid && alive(pid) && tries < 240; tries++) {
    if (tries === 0) say(`waiting for process ${pid} of an earlier attempt`);
    await sleep(500);
  }
  rmSync(file, { force: true });
}

/**
 * Does a step of the installation unless an earlier attempt finished it.
 * @param {string} folder
 * @param {string} step
 * @param {() => Promise<unknown>} work
 */
async function once(folder, step, work) {
  const mark = join(folder, `.${step}.done`);
  if (existsSync(mark)) return;
  await work();
  writeFileSync(mark, '');
}

/**
 * The folder whose include/node holds the headers of the running Node. Where they did not come with it, the npm
 * package of the same version brings them.
 * @param {string} folder
 */
async function headers(folder) {
  const beside = dirname(dirname(process.execPath));
  const own = join(beside, 'include', 'node', 'node_version.h');
  if (existsSync(own) && matches(readFileSync(own, 'utf8'))) return beside;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const prefix = join(folder, 'headers');
  await once(folder, 'headers', () =>
    run('npm', [
      'install',
      '--prefix',
      prefix,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${process.versions.node}`,
    ]),
  );
  return join(prefix, 'node_modules', name);
}

/** @param {string} header node_version.h */
function matches(header) {
  const [major, minor] = ['MAJOR', 'MINOR'].map((part) => header.match(`NODE_${part}_VERSION (\\d+)`)?.[1]);
  return process.versions.node.startsWith(`${major}.${minor}.`);
}
