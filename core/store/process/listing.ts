import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ahead } from '../../ahead';
import { unreadable } from '../../containers/unreadable';
import { eachFile, filesOf, type InputFile } from '../../rollouts/walk';

/** A file of a set as it lies on the disk now. */
export interface ListedFile extends InputFile {
  readonly size: number;
  /** Milliseconds. */
  readonly mtime: number;
  readonly inode: number;
}

/** What cannot be looked at. */
export interface ListingFault {
  /** Null where it is part of what `message` says. */
  readonly path: string | null;
  readonly message: string;
}

/** What a set consists of now. */
export interface Listing {
  readonly files: readonly ListedFile[];
  /** Folders in which changes are to be noticed: those of the files, and those that were named. */
  readonly folders: ReadonlySet<string>;
  readonly faults: readonly ListingFault[];
}

/** Files that are looked at side by side. */
const FILES_AT_A_TIME = 16;

/** Looks at a set of paths: files, folders, archives. Rejects with the signal's reason. */
export async function listFiles(paths: readonly string[], signal: AbortSignal): Promise<Listing> {
  const faults: ListingFault[] = [];
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

/** The files of {@link listFiles} in their order, each as soon as it is known. Faults come where they are met. */
export async function* eachListed(
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ListedFile | ListingFault> {
  const faults: ListingFault[] = [];
  const found = eachFile(paths, ({ message }) => faults.push({ path: null, message }), signal);
  for await (const listed of ahead(found, FILES_AT_A_TIME, look)) {
    signal.throwIfAborted();
    yield* faults.splice(0);
    yield listed;
  }
  yield* faults;
}

/** A file as it is now, or why it cannot be looked at. */
async function look(file: InputFile): Promise<ListedFile | ListingFault> {
  try {
    const { size, mtimeMs, ino } = await stat(file.onDisk);
    return { ...file, size, mtime: mtimeMs, inode: ino };
  } catch (error) {
    return { path: file.path, message: unreadable(file.path, error).message };
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
