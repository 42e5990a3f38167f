/** First bytes of a member, the third for deflate, the only method there is. */
export const GZIP_MAGIC = [0x1f, 0x8b, 8] as const;

/** Flags of a header (RFC 1952, 2.3.1) that say what it has beside its ten bytes, and those that are not in use. */
const CHECKED = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const UNKNOWN = 0xe0;

/** Longest header that is read, in bytes. */
const LONGEST = 1024 ** 2;

/** Length in bytes of the header that some bytes begin with; `open` where it goes on, `none` where it is none. */
export function gzipHeader(bytes: Buffer): number | 'open' | 'none' {
  if (GZIP_MAGIC.some((byte, at) => at < bytes.length && bytes[at] !== byte)) return 'none';
  const flags = bytes[3];
  if (flags === undefined) return 'open';
  if (flags & UNKNOWN) return 'none';
  let at = 10;
  if (flags & EXTRA) {
    if (bytes.length < at + 2) return 'open';
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [NAME, COMMENT]) {
    if (!(flags & flag)) continue;
    const zero = bytes.indexOf(0, at);
    if (at > bytes.length || zero < 0) return bytes.length > LONGEST ? 'none' : 'open';
    at = zero + 1;
  }
  if (flags & CHECKED) at += 2;
  return at <= bytes.length ? at : 'open';
}
