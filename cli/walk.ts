import { readdir, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { unreadable } from '../core/containers/file-source';

/** A file to read. */
export interface InputFile {
  readonly path: string;
  /** What ids call it: unique among the files of one command. */
  readonly name: string;
  /** Whether the user named it, and not a folder it lies in. */
  readonly named: boolean;
}

/** Compares as people do: `step_2` before `step_10`. */
export function naturalOrder(a: string, b: string): number {
  return new Intl.Collator('en', { numeric: true }).compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The files that paths stand for; folders are walked in natural order, hidden files and `node_modules` left out.
 * Paths that cannot be read are told to `fail`.
 */
export async function filesOf(paths: readonly string[], fail: (error: Error) => void): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const path of paths) {
    try {
      const info = await stat(path);
      if (!info.isDirectory()) files.push({ path, name: basename(path), named: true });
      else for await (const file of walk(path, path, fail)) files.push(file);
    } catch (error) {
      fail(unreadable(path, error));
    }
  }
  return withUniqueNames(files);
}

async function* walk(root: string, folder: string, fail: (error: Error) => void): AsyncGenerator<InputFile> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    fail(unreadable(folder, error));
    return;
  }
  entries.sort((a, b) => naturalOrder(a.name, b.name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* walk(root, path, fail);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      yield { path, name: relative(root, path).replaceAll('\\', '/'), named: false };
    }
  }
}

/** Files of the same name get as many of their folders in front as tell them apart. */
function withUniqueNames(files: readonly InputFile[]): InputFile[] {
  const counts = new Map<string, number>();
  for (const { name } of files) counts.set(name, (counts.get(name) ?? 0) + 1);
  return files.map((file) =>
    (counts.get(file.name) ?? 0) > 1 ? { ...file, name: slashed(file.path) } : file,
  );
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}

/** A path as it is printed: relative to the working folder where it lies inside it, as given elsewhere. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, resolve(cwd, path));
  return slashed(inside.startsWith('..') || isAbsolute(inside) ? path : inside);
}
