import { basename } from 'node:path';
import type { ByteSource } from './byte-source';
import { archivePath } from './packed/archive-path';
import { openPacked } from './packed/open-packed';
import { PackedFault } from './packed/packed-fault';
import type { UnpackOptions } from './packed/unpack';
import { openRawFile, readSmallFile, type RawFile } from './raw-file';
import { unreadable, UnreadableFile } from './unreadable';

export { unreadable, UnreadableFile } from './unreadable';

/** How a file is opened for reading. */
export interface FileOptions extends UnpackOptions {
  /** Whether a small file may be read without giving way: for threads that do nothing else meanwhile. */
  readonly atOnce?: boolean | undefined;
}

/**
 * Opens a file for reading by byte range. One that is packed with gzip, zstd or ZIP is unpacked, so that its bytes are
 * those of the text inside; `runs.zip/step_1.jsonl` names a file of an archive. The name, where it is not given, is that
 * of the file inside. Fails with {@link UnreadableFile}, and with the signal's reason.
 */
export async function openFileSource(
  path: string,
  name: string | null = null,
  options: FileOptions = {},
): Promise<ByteSource> {
  const small = options.atOnce === true ? readSmallFile(path, name ?? basename(path)) : null;
  if (small) return opened(path, small, null, name, options);
  const { file, member } = await archivePath(path);
  try {
    return await opened(path, await openRawFile(file, name ?? basename(file)), member, name, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof UnreadableFile ? error : unreadable(path, error);
  }
}

async function opened(
  path: string,
  raw: RawFile,
  member: string | null,
  name: string | null,
  options: FileOptions,
): Promise<ByteSource> {
  try {
    return await openPacked(raw, member, name, { ...options, key: raw.key });
  } catch (error) {
    await raw.close();
    options.signal?.throwIfAborted();
    if (error instanceof PackedFault) throw new UnreadableFile(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
