// Child processes and progress lines, as the set-up scripts need them.
// @ts-check
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const started = performance.now();

/**
 * Says on stderr what is being done, with the seconds since the script started.
 * @param {string} message
 */
export function say(message) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  process.stderr.write(`${seconds} s  ${message}\n`);
}

/** A failure that the user can mend: the message says how. No stack is shown. */
export class Hint extends Error {}

/**
 * Prints what went wrong and remembers that the script failed.
 * @param {unknown} error
 */
export function fail(error) {
  const text = error instanceof Error && !(error instanceof Hint) ? error.stack : undefined;
  process.stderr.write(`${text ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}

/**
 * Finds a program on the PATH.
 * @param {string} name
 * @returns {string | undefined} its path
 */
export function which(name) {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const extension of extensions) {
      const path = join(folder, name + extension);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not here; look further.
      }
    }
  }
  return undefined;
}

/** @param {string} word */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** @type {(command: string, args: string[]) => string} */
export const shown = (command, args) => [command, ...args].map(quoted).join(' ');

/**
 * Runs a command to its end and returns its stdout. Where it fails, the error holds the command as one would
 * type it, and the end of what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, onSpawn?: (pid: number) => void }} [options]
 *   quiet: do not announce it
 * @returns {Promise<string>}
 */
export async function run(command, args, { cwd = process.cwd(), env = {}, quiet = false, onSpawn } = {}) {
  if (!quiet) say(shown(command, args));
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm and npx are scripts of the shell there.
    shell: process.platform === 'win32',
  });
  if (child.pid) onSpawn?.(child.pid);
  let out = '';
  let all = '';
  child.stdout.on('data', (data) => ((out += data), (all += data)));
  child.stderr.on('data', (data) => (all += data));
  const ending = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`));
  });
  if (ending === undefined) return out;
  const tail = all.trim().split('\n').slice(-20).join('\n');
  throw new Hint(
    `${tail}\n\nThis command ${ending}; run it yourself to see why:\n  cd ${quoted(cwd)} && ${shown(command, args)}`,
  );
}
