import { open, readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './byte-source';
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
  const key = `${path} ${info.ino} ${info.size} ${info.mtimeMs}`;
  return {
    ...handleSource(await open(path, 'r'), name, info.size),
    key,
    own: true,
    beside: (ending, most) => neighbour(`${path}${ending}`, most),
  };
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
      const bytes = Buffer.allocUnsafeSlow(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
