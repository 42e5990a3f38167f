// Runs every check, or the stages named: `npm test -- types lint unit bridge trainer host workbench` (`e2e` means the
// last two).
// The last line reads `N passed, N failed`.
// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runTrainerTests } from './trainer/tests.mjs';
import { runHost } from './workbench/host.mjs';
import { results, root } from './workbench/paths.mjs';
import { Hint } from './workbench/process.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @type {Record<string, () => Promise<Count>>} */
const stages = {
  types: () => check('npm', 'run', '-s', 'types'),
  lint: () => check('npm', 'run', '-s', 'lint'),
  unit: () => vitest('unit'),
  bridge: () => vitest('bridge', '--config', 'test/bridge/vitest.config.mts'),
  trainer: () => runTrainerTests(),
  host: () => runHost(),
  workbench: () => browser(),
};
const groups = { e2e: ['host', 'workbench'] };
const built = ['unit', 'bridge', 'host', 'workbench'];
/** Files of browser tests that run a second time; where more have failures, no accident is to blame. */
const MOST_AGAIN = 3;

const asked = process.argv.slice(2).flatMap((name) => groups[/** @type {'e2e'} */ (name)] ?? [name]);
const unknown = asked.filter((name) => !stages[name]);
if (unknown.length) {
  console.error(`unknown stage: ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}, e2e`);
  process.exit(2);
}
process.chdir(root);
mkdirSync(results, { recursive: true });

/** @type {[string, Count, number][]} */
const table = [];
const names = Object.keys(stages).filter((name) => !asked.length || asked.includes(name));
if (names.some((name) => built.includes(name))) await stage('build', build);
// Each of these keeps one core busy and nothing else of the machine.
const together = ['types', 'lint'];
const stageOf = (/** @type {string} */ name) =>
  stage(name, /** @type {() => Promise<Count>} */ (stages[name]));
await Promise.all(names.filter((name) => together.includes(name)).map(stageOf));
for (const name of names.filter((each) => !together.includes(each))) await stageOf(name);

const passed = table.reduce((sum, [, count]) => sum + count.passed, 0);
const failed = table.reduce((sum, [, count]) => sum + count.failed, 0);
console.log('');
for (const [name, count, seconds] of table) {
  const failures = count.failed ? `${count.failed} failed` : 'ok';
  console.log(`${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${failures}`);
}
process.exitCode = failed || !passed ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/**
 * Runs a stage. One that throws, and so could not run to its end, has failed.
 * @param {string} name
 * @param {() => Promise<Count>} work
 */
async function stage(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await work().catch((/** @type {unknown} */ error) => {
    console.log(error instanceof Hint ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  table.push([name, count, (performance.now() - start) / 1000]);
}

/** Bundles the product and the suite for the extension host. What works is no check of its own; what fails is. */
async function build() {
  for (const script of ['scripts/build.mjs', 'scripts/build-tests.mjs']) {
    if ((await spawned(process.execPath, [script])) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 0, failed: 0 };
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function check(command, ...args) {
  const ok = (await spawned(command, args)) === 0;
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Runs the tests in a browser. The tests of a file share a window, each going on where the one before stopped, so that
 * one missed step fails all after it: a file with failures runs once more in a fresh window, and counts as it then is.
 * @returns {Promise<Count>}
 */
async function browser() {
  const config = ['--config', 'test/e2e/workbench/vitest.config.mts'];
  const { failing, ...first } = await vitest('workbench', ...config);
  if (failing.length === 0 || failing.length > MOST_AGAIN) return first;
  const names = failing.map(({ name }) => name);
  console.log(`\n── workbench once more, in fresh windows: ${names.join(', ')}`);
  const again = await vitest('workbench-again', ...config, ...names);
  const replaced = failing.reduce((sum, file) => sum + file.passed, 0);
  return { passed: first.passed - replaced + again.passed, failed: again.failed };
}

/**
 * Runs tests by Vitest. `failing` are the files with failures, and how many of their tests passed.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<Count & { failing: { name: string, passed: number }[] }>}
 */
async function vitest(name, ...args) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await spawned(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...reporters,
    ...args,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1, failing: [] };
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, status: string, assertionResults: { status: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const failing = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name: path, assertionResults }) => ({
      name: relative(root, path),
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
    }));
  // A file that does not load, or an error outside a test, fails the run without a failed test.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, failing };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number | null>} its exit code
 */
function spawned(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('error', reject).on('close', resolve);
  });
}
