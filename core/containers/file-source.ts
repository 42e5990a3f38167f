import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ByteSource } from './byte-source';

/** A file that cannot be read; the message says why and what to do, and names the path. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'it is a folder; name a file in it',
  EMFILE: 'too many files are open',
};

/** Says a file system error in words. */
export function unreadable(path: string, error: unknown): UnreadableFile {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new UnreadableFile(`${path}: ${reason}`, { cause: error });
}

/** Opens a file for reading by byte range. Fails with {@link UnreadableFile}. */
export async function openFileSource(path: string, name = basename(path)): Promise<ByteSource> {
  try {
    // Asked before opening: a pipe without a writer would block.
    const info = await stat(path);
    if (!info.isFile()) {
      const what = info.isDirectory() ? 'it is a folder; name a file in it' : 'it is not a regular file';
      throw new UnreadableFile(`${path}: ${what}`);
    }
    const handle = await open(path, 'r');
    return {
      name,
      size: info.size,
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
  } catch (error) {
    throw error instanceof UnreadableFile ? error : unreadable(path, error);
  }
}
