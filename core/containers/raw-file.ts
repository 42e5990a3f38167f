import { readFileSync, statSync, type Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './byte-source';
import { memorySource } from './memory-source';
import { UnreadableFile } from './unreadable';

/** A file's own bytes. */
export interface RawFile extends ByteSource {
  /** Tells this state of the file from every other. */
  readonly key: string;
}

/** Opens a file's own bytes. Fails with `UnreadableFile` where it is no regular file, else as the file system does. */
export async function openRawFile(path: string, name: string): Promise<RawFile> {
  // Asked before opening: a pipe without a writer would block.
  const info = await stat(path);
  if (!info.isFile()) {
    const what = info.isDirectory() ? 'it is a folder; name a file in it' : 'it is not a regular file';
    throw new UnreadableFile(`${path}: ${what}`);
  }
  const source = handleSource(await open(path, 'r'), name, info.size);
  return { ...(info.size <= SMALL_FILE ? readAtOnce(source) : source), ...ownBytes(path, info) };
}

/**
 * A small file's own bytes, read without giving way: for a thread that has nothing else to do, in which asking others to
 * read takes longer than reading. Null where the file is not small, is none or cannot be read, which opening it tells.
 */
export function readSmallFile(path: string, name: string): RawFile | null {
  try {
    const info = statSync(path);
    if (!info.isFile() || info.size > SMALL_FILE) return null;
    // It may have got longer meanwhile.
    const bytes = readFileSync(path).subarray(0, info.size);
    return { ...memorySource(name, bytes), ...ownBytes(path, info) };
  } catch {
    return null;
  }
}

/** What a file's own bytes have beside them. */
function ownBytes(path: string, info: Stats): Pick<RawFile, 'key' | 'own' | 'beside'> {
  return {
    key: `${path} ${info.ino} ${info.size} ${info.mtimeMs}`,
    own: true,
    beside: (ending, most) => neighbour(`${path}${ending}`, most),
  };
}

/** Bytes of a file that is read once and kept while it is open: looking at one takes a dozen reads. */
export const SMALL_FILE = 64 * 1024;

/** A source whose bytes are all read when some are first asked for. */
function readAtOnce(source: ByteSource): ByteSource {
  let whole: Promise<Uint8Array> | null = null;
  const all = async (): Promise<Uint8Array> => {
    try {
      return await (whole ??= source.read(0, source.size));
    } catch (error) {
      whole = null;
      throw error;
    }
  };
  return { ...source, read: async (offset, length) => (await all()).subarray(offset, offset + length) };
}

async function neighbour(path: string, most: number): Promise<Uint8Array | null | 'too large'> {
  try {
    const info = await stat(path);
    if (!info.isFile()) return null;
    return info.size > most ? 'too large' : await readFile(path);
  } catch (error) {
    // A program that ends takes its log away, between one call and the next too.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The bytes of an open file; closing the source closes the file. */
export function handleSource(handle: FileHandle, name: string, size: number): ByteSource {
  return {
    name,
    size,
    read: async (offset, length) => {
      // Unpooled and uninitialised: the bytes are handed out, and everything past `filled` is cut off.
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = Buffer.allocUnsafeSlow(wanted);
      let filled = 0;
      while (filled < wanted) {
        const { bytesRead } = await handle.read(bytes, filled, wanted - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
