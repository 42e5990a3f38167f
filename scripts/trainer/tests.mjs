// Runs the tests of trainer/ with Python's unittest.
// @ts-check
import { spawn } from 'node:child_process';
import { trainer, trainerPython } from './python.mjs';

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runTrainerTests() {
  const python = await trainerPython();
  const child = spawn(
    python,
    ['-m', 'unittest', 'discover', '--start-directory', 'tests', '--top-level-directory', '.'],
    {
      cwd: trainer,
      env: { ...process.env, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  );
  let report = '';
  child.stderr.on('data', (data) => {
    report += data;
    process.stderr.write(data);
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return countTests(report, code);
}

/**
 * Counts the tests in what unittest prints at its end: `Ran 12 tests in 3.4s` and `OK`, or
 * `FAILED (failures=1, errors=2, skipped=1)`. A run without that end, or one that failed without saying how often, has
 * failed once. Skipped tests count as neither.
 * @param {string} report
 * @param {number | null} code the exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report, code) {
  const end = report.slice(report.lastIndexOf('\nRan '));
  const ran = Number(/^Ran (\d+) tests? in /m.exec(end)?.[1] ?? 0);
  const result = /^(?:OK|FAILED)(?: \(([^)]*)\))?$/m.exec(end)?.[1] ?? '';
  const count = (/** @type {string} */ name) =>
    Number(new RegExp(`(?:^|, )${name}=(\\d+)`).exec(result)?.[1] ?? 0);
  const failed = count('failures') + count('errors') + count('unexpected successes');
  const passed = Math.max(0, ran - failed - count('skipped'));
  return { passed, failed: failed || (code === 0 && ran ? 0 : 1) };
}
