import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Longest path of a Unix socket, in bytes, on the systems we run on (macOS: 104 with the closing zero). */
const LONGEST = 100;

/**
 * Where the store of a cache folder is reached: a socket in the folder, or, where its path would be too long, in one of
 * the user's under the system's for temporary files; on Windows a pipe. Stores of different versions have different
 * addresses: they share no language.
 */
export function storeAddress(folder: string, version: string): string {
  const name = createHash('sha256').update(`${folder}\n${version}`).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\tracehop-store-${name}`;
  const inside = join(folder, `${name}.sock`);
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  return join(tmpdir(), `tracehop-${userInfo().uid}`, `${name}.sock`);
}
