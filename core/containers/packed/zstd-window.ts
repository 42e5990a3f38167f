import { PackedFault } from './packed-fault';

/** Largest window that is held in memory, in bytes: what `zstd` itself unpacks without being told `--long`. */
const LARGEST_WINDOW = 128 * 1024 ** 2;

const FRAME = 0xfd2fb528;

/**
 * Looks at the window that a zstd frame asks for (RFC 8878, 3.1.1.1.2), which would be held in memory whole. Fails with
 * a {@link PackedFault} where it is too large.
 */
export function checkWindow(head: Uint8Array): void {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== FRAME) return;
  const descriptor = bytes[4] ?? 0;
  // A frame of a single segment has no window of its own: its content is the window.
  const window = descriptor & 0x20 ? contentSize(bytes, descriptor) : windowOf(bytes[5] ?? 0);
  if (window <= LARGEST_WINDOW) return;
  const megabytes = Math.round(window / 1024 ** 2);
  throw new PackedFault(
    `its zstd window is ${megabytes} MB, which would be held in memory; pack it again without \`--long\`, or unpack it first (\`zstd -d --long=31\`)`,
  );
}

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

/** The content size of a frame's header; the dictionary's id, which stands before it, is passed over. */
function contentSize(bytes: Buffer, descriptor: number): number {
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const kind = descriptor >> 6;
  if (at + 8 > bytes.length) return 0;
  if (kind === 0) return bytes[at] ?? 0;
  if (kind === 1) return bytes.readUInt16LE(at) + 256;
  return kind === 2 ? bytes.readUInt32LE(at) : Number(bytes.readBigUInt64LE(at));
}
