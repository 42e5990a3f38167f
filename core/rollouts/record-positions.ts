import type { RawRecord } from '../containers/container';
import { unitBytes, unitsBefore } from '../containers/framing/utf8';
import { lastBelow } from '../containers/json/string-map';

/** A place in a file. Line and character are counted from 0, the character in UTF-16 units, as editors do. */
export interface FilePosition {
  readonly byte: number;
  readonly line: number;
  readonly character: number;
}

/** UTF-16 units between two marks of the byte table. */
const STRIDE = 1024;

/** Maps offsets of a record's text to places in its file and back. Lookups take O(log n) after the first. */
export class RecordPositions {
  readonly #record: RawRecord;
  readonly #ascii: boolean;
  #lineStarts: number[] | null = null;
  #bytes: number[] | null = null;
  /** Byte of every UTF-16 unit, where the record is not UTF-8. */
  #units: Uint32Array | null = null;

  constructor(record: RawRecord) {
    this.#record = record;
    this.#ascii = record.invalidByte === null && record.byteEnd - record.byteStart === record.text.length;
  }

  /** The place of an offset of the record's text; the record's own where the text was made from something else. */
  toFile(offset: number): FilePosition {
    const { made, byteStart, line, character = 0 } = this.#record;
    if (made) return { byte: byteStart, line, character };
    const starts = this.#starts();
    const row = lastBelow(starts, offset + 1);
    const first = row === 0 ? (this.#record.character ?? 0) : 0;
    return {
      byte: this.#record.byteStart + this.#byteOf(offset),
      line: this.#record.line + row,
      character: first + offset - (starts[row] ?? 0),
    };
  }

  /** The offset in the record's text of a line and character; null where the record does not reach. */
  toRecord(position: Pick<FilePosition, 'line' | 'character'>): number | null {
    if (this.#record.made) return null;
    const starts = this.#starts();
    const row = position.line - this.#record.line;
    const start = starts[row];
    if (start === undefined) return null;
    const offset = start + position.character - (row === 0 ? (this.#record.character ?? 0) : 0);
    const end = starts[row + 1] ?? this.#record.text.length + 1;
    return offset < start || offset >= end ? null : offset;
  }

  #starts(): number[] {
    if (this.#lineStarts) return this.#lineStarts;
    const starts = [0];
    const { text } = this.#record;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return (this.#lineStarts = starts);
  }

  #byteOf(offset: number): number {
    if (this.#ascii) return offset;
    const { bytes } = this.#record;
    if (bytes) {
      this.#units ??= unitBytes(bytes);
      return this.#units[Math.min(offset, this.#units.length - 1)] ?? 0;
    }
    const marks = this.#marks();
    const mark = Math.min(Math.floor(offset / STRIDE), marks.length - 1);
    return (marks[mark] ?? 0) + byteLength(this.#record.text, mark * STRIDE, offset);
  }

  #marks(): number[] {
    if (this.#bytes) return this.#bytes;
    const { text } = this.#record;
    const marks = [0];
    for (let at = STRIDE; at <= text.length; at += STRIDE) {
      marks.push((marks.at(-1) ?? 0) + byteLength(text, at - STRIDE, at));
    }
    return (this.#bytes = marks);
  }
}

/** The place of a byte that a fault names, which may lie at the record's end or in the middle of a character. */
export function faultPosition(record: RawRecord, byte: number): FilePosition {
  const before = Math.max(0, byte - record.byteStart);
  const bytes = record.bytes ?? Buffer.from(record.text, 'utf8');
  const offset = Math.min(unitsBefore(bytes, before), record.text.length);
  return { ...new RecordPositions(record).toFile(offset), byte };
}

/** UTF-8 bytes of a stretch of text; half of a surrogate pair counts two. */
function byteLength(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
}
