import type { RawRecord } from '../../core/containers/container';
import { literalAt } from '../../core/containers/json/positions';
import { StringMap } from '../../core/containers/json/string-map';
import type { Position } from '../../core/protocol/server';
import type { TextPart } from '../../core/trace/model';
import { LineMap } from './line-map';
import type { Places } from './places';

/** A JSON string of the record, or any other value that a part was made from. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** Between the written and the decoded string; null for values that are no strings. */
  readonly map: StringMap | null;
}

/** Maps between the own text of a rollout and the text of the record that holds it, through JSON escapes. */
export class RecordPlaces implements Places {
  private lines: LineMap | null = null;
  private readonly places = new Map<string, Place | null>();

  constructor(
    private readonly record: RawRecord,
    private readonly parts: readonly TextPart[],
  ) {}

  startAt(offset: number): Position {
    const index = this.parts.findIndex(({ end }) => offset < end);
    return this.positionOf(index < 0 ? this.endOffset(offset) : this.startOffset(index, offset));
  }

  endAt(offset: number): Position {
    return this.positionOf(this.endOffset(offset));
  }

  offsetAt(position: Position): number | null {
    const at = this.recordOffset(position);
    if (at === null) return null;
    for (const part of this.parts) {
      if (part.rendered) continue;
      const offset = this.offsetIn(part, at);
      if (offset !== null && offset >= part.start && offset < part.end) return offset;
    }
    return null;
  }

  /** Offset in the record's text of the character at an own-text offset. */
  recordOffsetOf(offset: number): number {
    const index = this.parts.findIndex(({ end }) => offset < end);
    return index < 0 ? this.endOffset(offset) : this.startOffset(index, offset);
  }

  private startOffset(index: number, offset: number): number {
    const part = this.parts[index];
    const raw = part && this.rawOffset(part, offset);
    if (raw !== null && raw !== undefined) return raw;
    // Characters that the file does not hold stand where the next ones that it holds do.
    for (const next of this.parts.slice(index + 1)) {
      const found = this.rawOffset(next, next.start);
      if (found !== null) return found;
    }
    return this.endOffset(part?.start ?? 0);
  }

  private endOffset(offset: number): number {
    for (const part of this.parts.toReversed()) {
      if (part.start >= offset) continue;
      const raw = this.rawOffset(part, Math.min(offset, part.end));
      if (raw !== null) return raw;
    }
    return 0;
  }

  private rawOffset({ start, path, at = 0, rendered }: TextPart, offset: number): number | null {
    if (path === null) return rendered ? null : at + offset - start;
    const place = this.placeOf(path);
    if (!place) return null;
    if (rendered || !place.map) return place.start;
    return place.start + 1 + place.map.toRaw(at + offset - start);
  }

  private offsetIn({ start, path, at = 0 }: TextPart, recordOffset: number): number | null {
    if (path === null) return start + recordOffset - at;
    const place = this.placeOf(path);
    if (!place?.map || recordOffset <= place.start || recordOffset >= place.end) return null;
    return start + place.map.toDecoded(recordOffset - place.start - 1) - at;
  }

  private placeOf(path: readonly (string | number)[]): Place | null {
    const key = JSON.stringify(path);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const literal = literalAt(this.record.text, path);
    const place = literal && {
      start: literal.start,
      end: literal.end,
      map: literal.string ? new StringMap(this.record.text.slice(literal.start + 1, literal.end - 1)) : null,
    };
    this.places.set(key, place);
    return place;
  }

  private positionOf(recordOffset: number): Position {
    const { line, character } = this.lineMap().positionOf(recordOffset);
    const first = line === 0 ? (this.record.character ?? 0) : 0;
    return { line: this.record.line + line, character: first + character };
  }

  private recordOffset({ line, character }: Position): number | null {
    const inRecord = line - this.record.line;
    const first = inRecord === 0 ? (this.record.character ?? 0) : 0;
    return character < first ? null : this.lineMap().offsetOf({ line: inRecord, character: character - first });
  }

  private lineMap(): LineMap {
    return (this.lines ??= new LineMap(this.record.text));
  }
}
