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
  // The usual record of a line, written out: an object that others are spread into gets a hidden class of its own each
  // time, and whatever reads a million of them is slow then.
  if (valid && key === undefined && !made)
    return character === undefined
      ? { index, byteStart, byteEnd, line, text, invalidByte: null }
      : { index, byteStart, byteEnd, line, text, invalidByte: null, character };
  return {
    index,
    byteStart,
    byteEnd,
    line,
    text,
    invalidByte: valid ? null : byteStart + firstInvalid(buffer),
    ...(character === undefined ? {} : { character }),
    ...(key === undefined ? {} : { key }),
    ...(made ? { made } : {}),
    ...(valid ? {} : { bytes }),
  };
}
