import { stat } from 'node:fs/promises';
import { archivePath } from '../../core/containers/packed/archive-path';

/** What tells one state of a file from the next, for a file in an archive that of the archive; null where there is none. */
export async function versionOf(path: string): Promise<string | null> {
  try {
    const { size, mtimeMs, ino } = await stat((await archivePath(path)).file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // Why it cannot be looked at is said when somebody wants to read it.
    return null;
  }
}

/** The error that a look at a missing file gives. */
export async function missing(path: string): Promise<unknown> {
  try {
    await stat((await archivePath(path)).file);
    return new Error('it came back while it was looked at; try again');
  } catch (error) {
    return error;
  }
}
