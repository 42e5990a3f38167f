/** Offset of the first byte that begins no well-formed character (Unicode, table 3-7); the length where all do. */
export function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length <= 0) return at;
    at += length;
  }
  return at;
}

/** UTF-16 units of the text that the bytes before `end` are decoded to. */
export function unitsBefore(bytes: Uint8Array, end: number): number {
  let units = 0;
  for (let at = 0; at < end && at < bytes.length;) {
    const length = characterLength(bytes, at);
    units += length === 4 ? 2 : 1;
    at += Math.abs(length);
  }
  return units;
}

/** For every UTF-16 unit of the decoded text, and for its end, the byte that it comes from. */
export function unitBytes(bytes: Uint8Array): Uint32Array {
  const table = new Uint32Array(unitsBefore(bytes, bytes.length) + 1);
  let unit = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    table[unit++] = at;
    if (length === 4) table[unit++] = at + 2;
    at += Math.abs(length);
  }
  table[unit] = bytes.length;
  return table;
}

/**
 * Bytes of the character that begins at `at`. Negative where none does: then so many bytes are decoded to one U+FFFD,
 * which are as many as could still have become a character (the maximal subpart of Unicode, chapter 3.9).
 */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < lowest || second > highest) return -1;
  for (let next = 2; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return -next;
  return length;
}
