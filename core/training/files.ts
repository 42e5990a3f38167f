import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { jsonOrUndefined } from '../json';

/**
 * Writes a file so that a reader, or a crash at any moment, sees the old text or the new one: temporary file, fsync,
 * rename, fsync of the folder. `keep`: the old text stays under this name.
 */
export function writeAtomic(path: string, text: string, keep?: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (keep !== undefined) renameIfThere(path, keep);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Makes a rename survive a power cut. Folders cannot be opened on Windows. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Whether a file system error says that something is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The text of a file; null where there is none. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The JSON value of a file; undefined where there is no file, or no JSON in it. */
export function readJson(path: string): unknown {
  const text = readIfThere(path);
  return text === null ? undefined : jsonOrUndefined(text);
}
