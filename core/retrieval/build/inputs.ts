import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { openFileSource, unreadable } from '../../containers/file-source';
import type { CorpusStamp } from '../format';

/** Bytes at either end of a corpus that its fingerprint covers. */
const PROBE = 64 * 1024;

/** What a corpus is now. Fails with `UnreadableFile`. */
export async function stampOf(path: string): Promise<CorpusStamp> {
  const source = await openFileSource(path);
  try {
    const hash = createHash('sha256').update(`${source.size}\n`);
    hash.update(await source.read(0, Math.min(PROBE, source.size)));
    if (source.size > PROBE) hash.update(await source.read(Math.max(PROBE, source.size - PROBE), PROBE));
    const { mtimeMs: mtime } = await stat(path);
    return { path: await realpath(path), size: source.size, mtime, fingerprint: hash.digest('hex') };
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await source.close();
  }
}
