import type { ByteSource } from '../byte-source';
import { chunksFrom } from './chunks-from';
import { crcWith } from './crc';
import { PackedFault } from './packed-fault';
import { unpack, type UnpackOptions } from './unpack';
import type { Coding } from './decoders';
import type { Member } from './zip-members';

/** Length of a local header without its name and extra field, and its signature. */
const LOCAL_HEADER = 30;
const SIGNATURE = 0x04034b50;

/** Methods that are undone, and the usual others by name. */
const CODINGS: Readonly<Record<number, Coding>> = { 8: 'deflate', 93: 'zstd', 20: 'zstd' };
const OTHERS: Readonly<Record<number, string>> = {
  9: 'deflate64',
  12: 'bzip2',
  14: 'LZMA',
  95: 'xz',
  98: 'PPMd',
};

/**
 * One member of an archive as a source of its own; closing it leaves the archive open. A stored member is read where it
 * stands, others are unpacked as {@link unpack} does. Fails with a {@link PackedFault}.
 */
export async function memberSource(
  archive: ByteSource,
  member: Member,
  name: string,
  options: UnpackOptions = {},
): Promise<ByteSource> {
  if (member.encrypted)
    throw new PackedFault(`\`${member.name}\` is encrypted; unpack it with its password first`);
  const start = await dataStart(archive, member);
  const size = Math.min(member.packed, archive.size - start);
  const packed = windowOf(archive, start, size, name);
  if (member.method === 0) {
    const torn = await wrongSum(packed, member, options.signal);
    if (torn !== null && options.whole === true) throw new PackedFault(torn);
    return torn === null ? packed : { ...packed, torn };
  }
  const coding = CODINGS[member.method];
  if (!coding) {
    const method = OTHERS[member.method] ?? `method ${member.method}`;
    throw new PackedFault(
      `\`${member.name}\` is packed with ${method}, which is not read; unpack the archive first`,
    );
  }
  return unpack(packed, coding, name, { ...options, crc: member.crc });
}

/** Says where the bytes of a stored member are not those that were put into the archive, or null. */
async function wrongSum(
  stored: ByteSource,
  { name, crc, size }: Member,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let sum = 0;
  for await (const chunk of chunksFrom(stored, signal)) sum = crcWith(sum, chunk);
  if (sum === crc) return null;
  return stored.size < size
    ? `\`${name}\` is cut off after ${stored.size} of its ${size} bytes; copy the archive again`
    : `\`${name}\` has another checksum than the archive keeps of it: some of its ${size} bytes are wrong; copy the archive again from where it came`;
}

/** A stretch of a source as a source. */
function windowOf(source: ByteSource, start: number, size: number, name: string): ByteSource {
  return {
    name,
    size,
    read: (offset, length) => {
      const count = Math.max(0, Math.min(length, size - offset));
      return count === 0 ? Promise.resolve(new Uint8Array(0)) : source.read(start + offset, count);
    },
    close: () => Promise.resolve(),
  };
}

/** Byte offset of a member's packed bytes, which follow a header that has a name and an extra field of its own. */
async function dataStart(archive: ByteSource, { name, offset }: Member): Promise<number> {
  const bytes = await archive.read(offset, LOCAL_HEADER);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start =
    header.length < LOCAL_HEADER
      ? Infinity
      : offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start > archive.size || header.readUInt32LE(0) !== SIGNATURE)
    throw new PackedFault(
      `\`${name}\` does not stand where the archive's directory says; the archive is damaged, copy it again`,
    );
  return start;
}
