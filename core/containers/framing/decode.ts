import { isAscii, isUtf8 } from 'node:buffer';
import type { RawRecord } from '../container';
import type { Span } from './framing';
import { firstInvalid } from './utf8';

/** Decodes a record's bytes. Invalid UTF-8 becomes U+FFFD; the first such byte is named, and the bytes are kept. */
export function decode(span: Span): RawRecord {
  const { bytes, index, byteStart, byteEnd, line, character, key, made } = span;
  // A view of a view costs as much as the decoding of a short record.
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const plain = isAscii(buffer);
  const valid = plain || isUtf8(buffer);
  const text = buffer.toString(plain ? 'latin1' : 'utf8');
  const record = { index, byteStart, byteEnd, line, text, invalidByte: null };
  // The usual record of a line has none of these: spreading nothing into it a million times would be felt.
  if (valid && character === undefined && key === undefined && !made) return record;
  return {
    ...record,
    ...(character === undefined ? {} : { character }),
    ...(key === undefined ? {} : { key }),
    ...(made ? { made } : {}),
    ...(valid ? {} : { invalidByte: byteStart + firstInvalid(buffer), bytes }),
  };
}
