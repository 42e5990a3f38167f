// The programs that are not npm packages: Chromium, ripgrep, Python, and a compiler for two native modules.
// @ts-check
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { cache } from './paths.mjs';
import { Hint, run, shown, which } from './process.mjs';

const require = createRequire(import.meta.url);

/**
 * A tool: how to find it, and the Debian packages that bring it.
 * @typedef {{ name: string, find: () => Promise<string | undefined>, packages: string[] }} Tool
 */

/** @type {Tool} */
const chromium = {
  name: 'Chromium',
  packages: ['chromium', 'fonts-dejavu-core'],
  async find() {
    const named = process.env['TRACEHOP_CHROMIUM'];
    if (named) return named;
    const { chromium } = await import('playwright-core');
    const names = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'];
    const paths = [...names.map(which), '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
    return [...paths, chromium.executablePath()].find((path) => path && existsSync(path) && !isSnap(path));
  },
};

/** @type {Tool} */
const ripgrep = {
  name: 'ripgrep',
  packages: ['ripgrep'],
  find: async () => which('rg'),
};

/** @type {Tool} */
const compiler = {
  name: 'a C++ compiler, make and Python',
  packages: ['g++', 'make', 'python3'],
  async find() {
    if (process.platform === 'win32') return 'found by node-gyp';
    const cxx = which(process.env['CXX'] ?? 'g++') ?? which('clang++');
    return which('make') && which('python3') ? cxx : undefined;
  },
};

/** @type {Tool} */
const python = {
  name: 'Python 3.10 or newer with venv and pip',
  packages: ['python3', 'python3-venv'],
  async find() {
    const named = process.env['TRACEHOP_PYTHON'];
    if (named) return named;
    // Debian keeps ensurepip, without which venv makes no usable environment, in a package of its own.
    const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
    for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python']) {
      const path = which(name);
      if (path && (await run(path, ['-c', check], { quiet: true }).catch(() => false)) !== false) return path;
    }
    return undefined;
  },
};

/** Ubuntu's chromium-browser is a stub that asks for a snap. @param {string} path */
function isSnap(path) {
  const start = readFileSync(path).subarray(0, 4096).toString('latin1');
  return start.startsWith('#!') && start.includes('snap');
}

/** The browser that the workbench is driven with. */
export const findChromium = () => ensure(chromium);
/** What the workbench searches files with. */
export const findRipgrep = () => ensure(ripgrep);
/** What node-gyp compiles with. */
export const findCompiler = () => ensure(compiler);
/** What the virtual environment of the trainers is made with. */
export const findPython = () => ensure(python);

/**
 * Finds a tool, installing it where that is possible without asking.
 * @param {Tool} tool
 * @returns {Promise<string>} its path
 */
async function ensure(tool) {
  const found = await tool.find();
  if (found) return found;
  mkdirSync(cache, { recursive: true });
  return withLock(join(cache, 'tools.lock'), async () => {
    const meanwhile = await tool.find();
    if (meanwhile) return meanwhile;
    await install(tool);
    const installed = await tool.find();
    if (!installed) throw new Hint(`${tool.name} was installed, but is not on the PATH.`);
    return installed;
  });
}

/** @param {Tool} tool */
async function install(tool) {
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];
  const apt = ['install', ...options, ...tool.packages];
  if (isDebian() && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', apt, { env });
  } else if (tool === chromium) {
    const cli = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
    await run(process.execPath, [cli, 'install', 'chromium']);
  } else if (isDebian()) {
    const command = shown('apt-get', ['install', '-y', ...tool.packages]);
    throw new Hint(`${tool.name} is missing. Run:\n  sudo apt-get update && sudo ${command}`);
  } else {
    const command = process.platform === 'darwin' ? 'brew install ' : 'your package manager: ';
    throw new Hint(`${tool.name} is missing. Install it with\n  ${command}${tool.packages.join(' ')}`);
  }
}

/** Debian itself, or what is built on it and has apt. Ubuntu's chromium package is a snap, so it does not count. */
function isDebian() {
  if (!which('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}
