// The Python that runs trainer/: a virtual environment with the pinned torch, made once in the cache.
// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orphan } from '../workbench/install.mjs';
import { withLock } from '../workbench/lock.mjs';
import { cache, root } from '../workbench/paths.mjs';
import { run, say } from '../workbench/process.mjs';
import { findPython } from '../workbench/tools.mjs';

/** The Python package of the trainers. */
export const trainer = join(root, 'trainer');

const requirements = join(trainer, 'requirements.txt');
const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
const home = join(cache, `python-${hash}`);
const python =
  process.platform === 'win32' ? join(home, 'Scripts', 'python.exe') : join(home, 'bin', 'python');
/** Written last. A virtual environment cannot be renamed into place: its programs name their own folder. */
const ready = join(home, '.ready');

/**
 * The interpreter of the virtual environment; makes it on the first call. Safe to call from several processes at
 * once; what a killed one left half-made is removed and made again.
 * @returns {Promise<string>} its path
 */
export async function trainerPython() {
  if (!made()) {
    mkdirSync(cache, { recursive: true });
    await withLock(`${home}.lock`, async () => {
      if (!made()) await make();
    });
  }
  return python;
}

/** Whether it is whole. The interpreter is a link, which dangles once the Python it was made from is removed. */
function made() {
  return existsSync(ready) && existsSync(python);
}

async function make() {
  const base = await findPython();
  say(`making a virtual environment for the trainers in ${home}; about half a minute, once`);
  if (existsSync(home)) {
    await orphan(home);
    rmSync(home, { recursive: true });
  }
  mkdirSync(home);
  const onSpawn = (/** @type {number} */ pid) => writeFileSync(join(home, '.child'), String(pid));
  await run(base, ['-m', 'venv', home], { onSpawn });
  const pip = [
    '-m',
    'pip',
    'install',
    '--no-input',
    '--disable-pip-version-check',
    '--requirement',
    requirements,
  ];
  await run(python, pip, { onSpawn });
  rmSync(join(home, '.child'), { force: true });
  writeFileSync(ready, '');
  say('made');
}
