import { crc32, deflateRawSync } from 'node:zlib';

/** A member to put into an archive: its text, or bytes that are packed already. */
export interface ZipMember {
  readonly name: string;
  readonly bytes: Buffer | string;
  /** 0 stored, 8 deflate; any other takes `packed` as it is. */
  readonly method?: number;
  readonly packed?: Buffer;
  readonly flags?: number;
  /** CRC-32 that the archive keeps; that of the bytes where it is left out. */
  readonly crc?: number;
}

/** Writes a ZIP archive by its specification (APPNOTE 4.3), with the local headers' extra fields that writers differ in. */
export function zipOf(members: readonly ZipMember[], prefix = Buffer.alloc(0)): Buffer {
  const bodies: Buffer[] = [prefix];
  const directory: Buffer[] = [];
  let offset = prefix.length;
  for (const { name, bytes, method = 8, packed, flags = 0x800, crc } of members) {
    const raw = Buffer.from(bytes);
    const body = packed ?? (method === 8 ? deflateRawSync(raw) : raw);
    const written = Buffer.from(name, 'utf8');
    const extra = Buffer.from([0x99, 0x99, 2, 0, 1, 2]);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc ?? crc32(raw), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(raw.length, 18);
    common.writeUInt16LE(written.length, 22);
    const local = Buffer.from(common);
    local.writeUInt16LE(extra.length, 24);
    bodies.push(Buffer.from('PK\u0003\u0004', 'latin1'), local, written, extra, body);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 3]), common, tail, written);
    offset += 4 + local.length + written.length + extra.length + body.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, central, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}
