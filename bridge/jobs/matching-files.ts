import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';

/** Folders below the root, and entries in all, that are looked at. */
const DEEPEST = 8;
const MOST = 20_000;

export interface FoundFile {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The regular files below a folder that a glob matches, in order of their paths. Links are not followed. */
export function matchingFiles(root: string, glob: string): FoundFile[] {
  const matches = picomatch(glob, { dot: true });
  const found: FoundFile[] = [];
  let left = MOST;
  const walk = (folder: string, depth: number): void => {
    for (const entry of listed(join(root, folder))) {
      if (left-- <= 0) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < DEEPEST) walk(path, depth + 1);
      if (!entry.isFile() || !matches(path)) continue;
      const info = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (info?.isFile()) found.push({ path, bytes: info.size, modifiedMs: info.mtimeMs });
    }
  };
  walk('', 0);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Deleted meanwhile, or closed to us: nothing of it can match.
    return [];
  }
}
