import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { ahead } from '../ahead';
import { archiveFiles } from '../containers/packed/archive-files';
import { unreadable } from '../containers/unreadable';
import { unpackedName } from '../containers/packed/packing';
import { archivePath } from '../containers/packed/archive-path';

/** A file to read. */
export interface InputFile {
  readonly path: string;
  /** What ids call it: unique among the files of one command. */
  readonly name: string;
  /** Whether the user named it, and not a folder it lies in. */
  readonly named: boolean;
  /** The file on the disk: the archive, for a file of an archive. */
  readonly onDisk: string;
}

/** Made once: it costs as much as some hundred comparisons. */
const natural = new Intl.Collator('en', { numeric: true });

/** Compares as people do: `step_2` before `step_10`. */
export function naturalOrder(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The files that paths stand for; folders are walked in natural order, hidden files and `node_modules` left out. A ZIP
 * archive is like a folder of its files; a packed file goes by the name it has once unpacked. Links
 * to folders outside the one that is walked are followed once, those to folders inside it (`latest`) and links that
 * lead nowhere are passed over. Paths that cannot be read are told to `fail`. Rejects with the signal's reason.
 */
export async function filesOf(
  paths: readonly string[],
  fail: (error: Error) => void,
  signal?: AbortSignal,
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for await (const file of found(paths, fail, signal)) files.push(file);
  return withUniqueNames(files);
}

/**
 * The same files, each as soon as it is found where there is one path: the first of a folder of thousands are there long
 * before the last. A packed file may then have the name of one that is not packed.
 */
export async function* eachFile(
  paths: readonly string[],
  fail: (error: Error) => void,
  signal?: AbortSignal,
): AsyncGenerator<InputFile> {
  yield* paths.length === 1 ? found(paths, fail, signal) : await filesOf(paths, fail, signal);
}

async function* found(
  paths: readonly string[],
  fail: (error: Error) => void,
  signal?: AbortSignal,
): AsyncGenerator<InputFile> {
  for (const path of paths) {
    try {
      const { file: onDisk, member } = await archivePath(path);
      const info = await stat(onDisk);
      if (info.isDirectory()) {
        for await (const file of walk(await folderAt(path), fail)) {
          signal?.throwIfAborted();
          yield file;
        }
        continue;
      }
      const name = basename(path);
      const inside = member === null && info.isFile() ? await archiveFiles(path) : null;
      if (inside) yield* membersAs(path, name, inside);
      else yield { path, name: unpackedName(name), named: true, onDisk };
    } catch (error) {
      signal?.throwIfAborted();
      fail(unreadable(path, error));
    }
  }
}

/** Files that are looked at side by side: on a network file system each look is a wait. */
const FILES_AT_A_TIME = 16;

/** A folder that the user named, and what is known of the walk through it. */
interface Walked {
  readonly root: string;
  readonly folder: string;
  /** Real paths of the folders that are walked as wholes: the named one, and what links lead to. */
  readonly trees: string[];
}

async function folderAt(path: string): Promise<Walked> {
  return { root: path, folder: path, trees: [await realpath(path)] };
}

async function* walk(walked: Walked, fail: (error: Error) => void): AsyncGenerator<InputFile> {
  const { root, folder } = walked;
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    fail(unreadable(folder, error));
    return;
  }
  entries.sort((a, b) => naturalOrder(a.name, b.name));
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const looked = ahead(shown, FILES_AT_A_TIME, async (entry) => {
    const path = join(folder, entry.name);
    return { entry, path, inside: kindOf(entry) === 'file' ? await archiveFiles(path) : null };
  });
  for await (const { entry, path, inside: members } of looked) {
    const isLink = entry.isSymbolicLink();
    const kind = isLink ? await linkKind(path, walked.trees) : kindOf(entry);
    if (kind === 'folder') yield* walk({ ...walked, folder: path }, fail);
    else if (kind === 'file') {
      const name = relative(root, path).replaceAll('\\', '/');
      const inside = isLink ? await archiveFiles(path) : members;
      if (inside) yield* membersAs(path, name, inside);
      else yield { path, name: unpackedName(name), named: false, onDisk: path };
    }
  }
}

/** The files of an archive, as if it were a folder. */
function membersAs(path: string, name: string, members: readonly string[]): InputFile[] {
  return [...members].sort(naturalOrder).map((member) => ({
    path: `${path}/${member}`,
    name: `${name}/${unpackedName(member)}`,
    named: false,
    onDisk: path,
  }));
}

type Kind = 'file' | 'folder' | null;

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): Kind {
  return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : null;
}

/** What a link leads to; null where it leads nowhere, or to a folder that is walked anyway. */
async function linkKind(path: string, trees: string[]): Promise<Kind> {
  try {
    const target = await realpath(path);
    const kind = kindOf(await stat(target));
    if (kind !== 'folder') return kind;
    // A tree that holds a walked one would bring it again, and end in itself.
    if (trees.some((tree) => isWithin(target, tree) || isWithin(tree, target))) return null;
    trees.push(target);
    return kind;
  } catch (error) {
    if (error instanceof Error && 'code' in error && LOST.includes(String(error.code))) return null;
    throw error;
  }
}

/** How the file system says that a link leads nowhere, in a circle, or where the user may not look. */
const LOST = ['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES', 'EPERM'];

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (!isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`));
}

/** Files of the same name get as many of their folders in front as tell them apart. */
function withUniqueNames(files: readonly InputFile[]): InputFile[] {
  const counts = new Map<string, number>();
  for (const { name } of files) counts.set(name, (counts.get(name) ?? 0) + 1);
  return files.map((file) =>
    (counts.get(file.name) ?? 0) > 1 ? { ...file, name: slashed(file.path) } : file,
  );
}

/** A path with slashes, without `./` in front. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}
