import { isAscii, isUtf8 } from 'node:buffer';
import type { RawRecord } from '../container';
import type { Span } from './framing';
import { firstInvalid } from './utf8';

/** Decodes a record's bytes. Invalid UTF-8 becomes U+FFFD; the first such byte is named, and the bytes are kept. */
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
    ...(valid ? { invalidByte: null } : { invalidByte: byteStart + firstInvalid(buffer), bytes }),
  };
}
