import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ByteSource } from '../../../../core/containers/byte-source';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'tables');

/** Path of a table that test/make/tables writes. */
export function fixture(name: string): string {
  return join(fixtures, name);
}

/** A source of bytes that counts what is read from it. */
export function countingSource(name: string, bytes: Uint8Array): { source: ByteSource; read: () => number } {
  let count = 0;
  const source: ByteSource = {
    name: basename(name),
    size: bytes.length,
    read(offset, length) {
      const piece = bytes.subarray(offset, Math.min(offset + length, bytes.length));
      count += piece.length;
      return Promise.resolve(piece);
    },
    close: () => Promise.resolve(),
  };
  return { source, read: () => count };
}

export function fixtureBytes(name: string): Buffer {
  return readFileSync(fixture(name));
}
