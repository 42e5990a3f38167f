import { isAscii, isUtf8 } from 'node:buffer';
import type { RawRecord } from '../container';
import type { Span } from './framing';

/** Decodes a record's bytes. Invalid UTF-8 becomes U+FFFD, and the first such byte is named. */
export function decode(span: Span): RawRecord {
  const { bytes, index, byteStart, byteEnd, line, character, key } = span;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const plain = isAscii(buffer);
  const valid = plain || isUtf8(buffer);
  return {
    index,
    byteStart,
    byteEnd,
    line,
    ...(character === undefined ? {} : { character }),
    ...(key === undefined ? {} : { key }),
    text: buffer.toString(plain ? 'latin1' : 'utf8'),
    invalidByte: valid ? null : byteStart + firstInvalid(buffer),
  };
}

/** Offset of the first byte that begins no well-formed character (Unicode, table 3-7). */
function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < lowest || second > highest) return 0;
  for (let next = 2; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
