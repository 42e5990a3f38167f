import { createHash } from 'node:crypto';

/** Bytes at the beginning of a file, and before the place where reading stopped, by which it is known again. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 256;

/** Reads up to `length` bytes of a file from `from`; fewer only at its end. */
export type ReadBytes = (from: number, length: number) => Promise<Uint8Array>;

/**
 * A digest of the bytes by which a file is known again: its first, up to `reached`, and the last before `reached`, where
 * its rows end. Rejects as `read` does.
 */
export async function digestOf(read: ReadBytes, reached: number): Promise<string> {
  const hash = createHash('sha256');
  for (const [from, to] of [
    [0, Math.min(HEAD_BYTES, reached)],
    [Math.max(0, reached - TAIL_BYTES), reached],
  ] as const) {
    const bytes = await read(from, to - from);
    hash.update(bytes).update(`${bytes.length}`);
  }
  return hash.digest('hex').slice(0, 32);
}
