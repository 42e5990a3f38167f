/** Ways of packing that are undone on opening: told by a file's first bytes, never by its name. */
export type Packing = 'gzip' | 'zstd' | 'zip';

/** Bytes that {@link packingOf} wants to see. */
export const MAGIC_BYTES = 4;

const MAGIC: readonly (readonly [string, Packing])[] = [
  ['\u001f\u008b\u0008', 'gzip'],
  ['\u0028\u00b5\u002f\u00fd', 'zstd'],
  ['PK\u0003\u0004', 'zip'],
  // An archive without members.
  ['PK\u0005\u0006', 'zip'],
];

/** A zstd stream may begin with a frame to be skipped (seekable zstd): `0x184D2A50` to `…5F`, low byte first. */
function isSkippable(start: string): boolean {
  return start.startsWith('\u002a\u004d\u0018', 1) && (start.charCodeAt(0) & 0xf0) === 0x50;
}

/** How a file is packed, from its first bytes; null where it is not. */
export function packingOf(head: Uint8Array): Packing | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, MAGIC_BYTES)).toString(
    'latin1',
  );
  if (isSkippable(start)) return 'zstd';
  return MAGIC.find(([prefix]) => start.startsWith(prefix))?.[1] ?? null;
}

/** The name that a packed file has once unpacked: `step_1.jsonl` of `step_1.jsonl.gz`. */
export function unpackedName(name: string): string {
  return name.replace(/(?<=[^/\\])\.(?:gz|gzip|zst|zstd)$/i, '');
}
