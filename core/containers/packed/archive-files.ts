import { openRawFile } from '../raw-file';
import { archiveKind, isListed } from './archive';
import { directories } from './directories';
import { firstBytes } from './first-bytes';
import { PackedFault } from './packed-fault';
import { MAGIC_BYTES, packingOf } from './packing';
import { membersOf } from './zip-members';

/**
 * The names of the files in a ZIP archive that is like a folder of files; null where a regular file is no such archive, or
 * one that cannot be read, which is said when it is opened.
 */
export async function archiveFiles(path: string): Promise<readonly string[] | null> {
  let file;
  try {
    if (packingOf(await firstBytes(path, MAGIC_BYTES)) !== 'zip') return null;
    file = await openRawFile(path, path);
  } catch {
    return null;
  }
  const source = file;
  try {
    const members = await directories.of(source.key, () => membersOf(source));
    const files = members.filter(isListed).map(({ name }) => name);
    return files.length > 0 && archiveKind(members) === 'files' ? files : null;
  } catch (error) {
    if (error instanceof PackedFault || (error instanceof Error && 'syscall' in error)) return null;
    throw error;
  } finally {
    await source.close();
  }
}
