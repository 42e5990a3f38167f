import { BadFormat } from '../row-format';

/** Bytes of the header that every SQLite database begins with (https://www.sqlite.org/fileformat.html, 1.3). */
export const HEADER_BYTES = 100;

const MAGIC = 'SQLite format 3\0';

/** How text is kept. */
export type TextEncoding = 'utf8' | 'utf16le' | 'utf16be';

export interface Header {
  /** Bytes of a page: a power of two from 512 to 65536. */
  readonly pageSize: number;
  /** Bytes of a page that hold content; the rest is reserved for extensions. */
  readonly usable: number;
  readonly encoding: TextEncoding;
  /** Whether changes go to a log beside the file first (`-wal`). */
  readonly writeAhead: boolean;
}

export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, MAGIC.length) === MAGIC;
}

const ENCODINGS: readonly (TextEncoding | undefined)[] = ['utf8', 'utf8', 'utf16le', 'utf16be'];

/** Reads the header; fails with a `BadFormat` where it cannot be one. */
export function headerOf(bytes: Buffer): Header {
  if (bytes.length < HEADER_BYTES)
    throw new BadFormat(
      `it is an SQLite database whose header is cut off at byte ${bytes.length}; copy it again`,
    );
  const stored = bytes.readUInt16BE(16);
  const pageSize = stored === 1 ? 65536 : stored;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw damaged(`a page size of ${pageSize}`);
  const usable = pageSize - bytes.readUInt8(20);
  if (usable < 480) throw damaged(`${usable} usable bytes in a page`);
  const version = bytes.readUInt8(19);
  if (version !== 1 && version !== 2) throw damaged(`version ${version} of the format`);
  const encoding = ENCODINGS[bytes.readUInt32BE(56)];
  if (!encoding) throw damaged(`text encoding ${bytes.readUInt32BE(56)}`);
  return { pageSize, usable, encoding, writeAhead: version === 2 || bytes.readUInt8(18) === 2 };
}

function damaged(what: string): BadFormat {
  return new BadFormat(
    `it is an SQLite database whose header, in its first ${HEADER_BYTES} bytes, is damaged (it names ${what}); copy it again`,
  );
}
