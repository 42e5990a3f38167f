import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A path that leads into a file: the file, and what stands after it, with slashes; null where nothing does. */
export interface ArchivePath {
  readonly file: string;
  readonly member: string | null;
}

/**
 * Finds the file that a path leads to or through: `runs.zip/step_1.jsonl` leads through `runs.zip`, if that is a file.
 * A path that leads nowhere comes back as it is.
 */
export async function archivePath(path: string): Promise<ArchivePath> {
  const whole = { file: path, member: null };
  if (await exists(path)) return whole;
  for (let file = dirname(path); file.length < path.length && file !== dirname(file); file = dirname(file)) {
    const found = await exists(file);
    if (found === 'folder') return whole;
    if (found === 'file') return { file, member: path.slice(file.length + 1).replaceAll('\\', '/') };
  }
  return whole;
}

/** What stands at a path; null where it cannot be looked at, which is said when it is read. */
async function exists(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}
