import { basename } from 'node:path';
import type { ByteSource } from './byte-source';
import { archivePath } from './packed/archive-path';
import { openPacked } from './packed/open-packed';
import { PackedFault } from './packed/packed-fault';
import type { UnpackOptions } from './packed/unpack';
import { openRawFile } from './raw-file';
import { unreadable, UnreadableFile } from './unreadable';

export { unreadable, UnreadableFile } from './unreadable';

/**
 * Opens a file for reading by byte range. One that is packed with gzip, zstd or ZIP is unpacked, so that its bytes are
 * those of the text inside; `runs.zip/step_1.jsonl` names a file of an archive. The name, where it is not given, is that
 * of the file inside. Fails with {@link UnreadableFile}, and with the signal's reason.
 */
export async function openFileSource(
  path: string,
  name: string | null = null,
  options: UnpackOptions = {},
): Promise<ByteSource> {
  const { file, member } = await archivePath(path);
  try {
    const raw = await openRawFile(file, name ?? basename(file));
    try {
      return await openPacked(raw, member, name, { ...options, key: raw.key });
    } catch (error) {
      await raw.close();
      throw error;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PackedFault) throw new UnreadableFile(`${path}: ${error.message}`, { cause: error });
    throw error instanceof UnreadableFile ? error : unreadable(path, error);
  }
}
