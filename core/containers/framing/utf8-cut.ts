/** Bytes of the longest UTF-8 character. */
export const LONGEST_CHARACTER = 4;

/**
 * The place at or before `at` at which a text may be cut: `at` itself unless it lies inside a character. Bytes that
 * belong to no character may be cut anywhere.
 */
export function cutBefore(bytes: Uint8Array, at: number): number {
  for (let back = 1; back < LONGEST_CHARACTER && back <= at; back++) {
    const byte = bytes[at - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return lengthFrom(byte) > back && isContinued(bytes, at) ? at - back : at;
  }
  return at;
}

function isContinued(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at];
  return next !== undefined && next >= 0x80 && next < 0xc0;
}

/** Bytes of the character that a byte begins; 1 where it begins none. */
function lengthFrom(lead: number): number {
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
}
