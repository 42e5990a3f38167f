// A lock between processes: one file that its holder keeps fresh.
// @ts-check
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './process.mjs';

const beat = 5_000;
const silence = 60_000;

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that was killed
 * is taken over: at once on the same machine, after a minute of silence otherwise (the cache may be shared).
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  const mine = `${hostname()} ${process.pid} ${Date.now()}`;
  for (let told = false; !claim(file, mine);) {
    const holder = abandoned(file);
    if (holder) {
      takeAway(file, holder);
      continue;
    }
    if (!told) say(`another process is busy here (${file}); waiting for it`);
    told = true;
    await sleep(500);
  }
  const timer = setInterval(() => touch(file), beat);
  const release = () => content(file) === mine && rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

/** @type {(file: string, mine: string) => boolean} */
function claim(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * What stands in the lock, if its holder is gone.
 * @param {string} file
 */
function abandoned(file) {
  const holder = content(file);
  if (holder === undefined) return undefined;
  const [host, pid] = holder.split(' ');
  if (host === hostname() && pid && !alive(Number(pid))) return holder;
  const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - time > silence ? holder : undefined;
}

/**
 * Removes the lock of a holder that is gone. Renaming first makes sure that of two processes that noticed the
 * same thing the later one does not remove the fresh lock of the earlier one.
 * @type {(file: string, holder: string) => void}
 */
function takeAway(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = content(aside);
  rmSync(aside, { force: true });
  if (taken !== undefined && taken !== holder) claim(file, taken);
}

/** @param {string} file */
function content(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody cleared the cache; the work will notice by itself.
  }
}

/**
 * Whether a process of this machine lives.
 * @param {number} pid
 */
export function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
