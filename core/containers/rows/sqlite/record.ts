import { BadFormat } from '../row-format';
import type { TextEncoding } from './header';
import { countAt, narrow } from './varint';

/** A value as SQLite keeps it; bytes are a view of the payload. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** Bytes of the integers of serial types 0 to 9, and of the double (7). */
const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** Reads a record: a header of serial types, then the values (fileformat.html, 2.1). */
export function valuesOf(payload: Buffer, encoding: TextEncoding): SqliteValue[] {
  const { value: headerEnd, next } = countAt(payload, 0, payload.length);
  if (headerEnd > payload.length || headerEnd < next) throw new BadFormat('the header of it is damaged');
  const values: SqliteValue[] = [];
  let body = headerEnd;
  for (let at = next; at < headerEnd;) {
    const type = countAt(payload, at, headerEnd);
    at = type.next;
    const length = lengthOf(type.value);
    if (body + length > payload.length) throw new BadFormat('a value of it is longer than the row');
    values.push(valueOf(type.value, payload.subarray(body, body + length), encoding));
    body += length;
  }
  return values;
}

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const length = LENGTHS[type];
  if (length === undefined) throw new BadFormat(`a value of it has the unknown type ${type}`);
  return length;
}

function valueOf(type: number, bytes: Buffer, encoding: TextEncoding): SqliteValue {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) return narrow(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  return type % 2 === 0 ? bytes : textOf(bytes, encoding);
}

function textOf(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf8') return bytes.toString('utf8');
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return encoding === 'utf16le' ? even.toString('utf16le') : Buffer.from(even).swap16().toString('utf16le');
}
