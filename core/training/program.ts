import { accessSync, constants, statSync } from 'node:fs';

/** Whether a path names a file that this process may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not here, or closed to us.
    return false;
  }
}
