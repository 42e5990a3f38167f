import { crc32 } from 'node:zlib';

/** The CRC-32 of bytes that follow those of which it is `sum`; zlib's own begins anew at an array of no bytes. */
export function crcWith(sum: number, bytes: Uint8Array): number {
  return bytes.length === 0 ? sum : crc32(bytes, sum);
}
