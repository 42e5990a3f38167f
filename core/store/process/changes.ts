import { open } from 'node:fs/promises';
import type { KnownFile } from '../database/row-store';
import { digestOf } from '../ingest/fingerprint';
import type { ListedFile } from './listing';

/**
 * What became of a file since it was read last: nothing, more at its end, or another content (cut, written anew,
 * replaced), which is read from the beginning.
 */
export type Change = 'same' | 'more' | 'other';

/** Says what became of a file. `fingerprint` is asked for only where size and time leave it open. */
export async function changeOf(
  known: KnownFile,
  { size, mtime, inode }: Pick<ListedFile, 'size' | 'mtime' | 'inode'>,
  fingerprint: () => Promise<string>,
): Promise<Change> {
  const untouched = known.size === size && known.mtime === mtime && known.inode === inode;
  if (untouched && known.complete) return 'same';
  if (size < known.size) return 'other';
  if ((await fingerprint()) !== known.head) return 'other';
  // Touched, or copied over itself, with the bytes at both ends as they were.
  return known.complete && size === known.size ? (untouched ? 'same' : 'other') : 'more';
}

/** A digest of a file on the disk, by which it is known again. Rejects as the file system does. */
export async function fingerprintOf(path: string, reached: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    return await digestOf(async (from, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    }, reached);
  } finally {
    await file.close();
  }
}

/** The same; empty for a file that cannot be looked at: it is known by nothing, and read again should it come back. */
export async function fingerprintOrNone(path: string, reached: number): Promise<string> {
  try {
    return await fingerprintOf(path, reached);
  } catch {
    return '';
  }
}
