import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ahead } from '../../ahead';
import { archivePath } from '../../containers/packed/archive-path';
import { unreadable } from '../../containers/unreadable';
import { filesOf, type InputFile } from '../../rollouts/walk';

/** A file of a set as it lies on the disk now. */
export interface ListedFile extends Pick<InputFile, 'path' | 'name' | 'named'> {
  readonly size: number;
  /** Milliseconds. */
  readonly mtime: number;
  readonly inode: number;
  /** The file on the disk: the archive, for a file of an archive. */
  readonly onDisk: string;
}

/** What a set consists of now. */
export interface Listing {
  readonly files: readonly ListedFile[];
  /** Folders in which changes are to be noticed: those of the files, and those that were named. */
  readonly folders: ReadonlySet<string>;
  /** What cannot be looked at. */
  readonly faults: readonly { readonly path: string | null; readonly message: string }[];
}

/** Files that are looked at side by side. */
const FILES_AT_A_TIME = 16;

/** Looks at a set of paths: files, folders, archives. Rejects with the signal's reason. */
export async function listFiles(paths: readonly string[], signal: AbortSignal): Promise<Listing> {
  const faults: { path: string | null; message: string }[] = [];
  const found = await filesOf(paths, ({ message }) => faults.push({ path: null, message }), signal);
  const folders = new Set<string>();
  for (const path of paths) folders.add(await folderOf(path));
  const files: ListedFile[] = [];
  for await (const listed of ahead(found, FILES_AT_A_TIME, look)) {
    signal.throwIfAborted();
    if ('message' in listed) faults.push(listed);
    else {
      files.push(listed);
      folders.add(dirname(listed.onDisk));
    }
  }
  return { files, folders, faults };
}

/** A file as it is now, or why it cannot be looked at. */
async function look({
  path,
  name,
  named,
}: InputFile): Promise<ListedFile | { readonly path: string; readonly message: string }> {
  try {
    const { file } = await archivePath(path);
    const { size, mtimeMs, ino } = await stat(file);
    return { path, name, named, size, mtime: mtimeMs, inode: ino, onDisk: file };
  } catch (error) {
    return { path, message: unreadable(path, error).message };
  }
}

async function folderOf(path: string): Promise<string> {
  try {
    return (await stat(path)).isDirectory() ? path : dirname(path);
  } catch {
    // Nothing is there yet, or no more: its folder tells when it comes.
    return dirname(path);
  }
}
