import type { RolloutFile } from '../../rollouts/rollout-file';

const LF = 0x0a;

/** Bytes read at a time in search of a line end: few at first, and more once it is clear that a line is long. */
const READ = 64 * 1024;
const MOST_READ = 1024 ** 2;

type Readable = Pick<RolloutFile, 'read' | 'size'>;

/**
 * The first byte at or behind `byte` at which a line begins; null where none does before `limit`. A file without a line
 * end at its end has no line there.
 */
export async function lineStart(file: Readable, byte: number, limit: number): Promise<number | null> {
  if (byte === 0) return limit > 0 ? 0 : null;
  // The byte before tells whether a line begins at this one.
  for (let at = byte - 1, wanted = READ; at < limit - 1; wanted = Math.min(2 * wanted, MOST_READ)) {
    const bytes = bufferOf(await file.read(at, Math.min(wanted, limit - 1 - at)));
    if (bytes.length === 0) return null;
    const end = bytes.indexOf(LF);
    if (end >= 0) return at + end + 1;
    at += bytes.length;
  }
  return null;
}

/** Line ends between two bytes. */
export async function lineEnds(file: Readable, from: number, to: number): Promise<number> {
  let count = 0;
  for (let at = from; at < to;) {
    const bytes = bufferOf(await file.read(at, Math.min(READ, to - at)));
    if (bytes.length === 0) break;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, end + 1)) count++;
    at += bytes.length;
  }
  return count;
}

/** The byte behind the last line end between two bytes; `from` where there is none. */
export async function lastLineEnd(file: Readable, from: number, to: number): Promise<number> {
  for (let end = to; end > from;) {
    const at = Math.max(from, end - READ);
    const last = bufferOf(await file.read(at, end - at)).lastIndexOf(LF);
    if (last >= 0) return at + last + 1;
    end = at;
  }
  return from;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
