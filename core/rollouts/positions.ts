import type { RawRecord } from '../containers/container';
import { literalAt } from '../containers/json/positions';
import { lastBelow, StringMap } from '../containers/json/string-map';
import type { Range, RolloutSource, TextPart } from '../trace/model';
import { RecordPositions, type FilePosition } from './record-positions';

export type { FilePosition } from './record-positions';

/** A stretch of the own text and the stretch of the record's text that it comes from. */
interface Link extends Range {
  /** Offset in the record's text of the part's first character. */
  readonly recordStart: number;
  readonly recordEnd: number;
  /** Where the string begins in the record's text, and how its escapes map; null for the record's own characters. */
  readonly literal: { readonly start: number; readonly map: StringMap } | null;
  /** Offset of the part in the decoded string. */
  readonly at: number;
  readonly rendered: boolean;
}

/** Maps offsets of a rollout's own text to places in its file and back, through JSON's escapes. */
export class RolloutPositions {
  readonly #positions: RecordPositions;
  /** One a part, in the order of the own text. */
  readonly #links: readonly Link[];
  readonly #starts: readonly number[];
  /** The links of the file's own characters, in the order of the record. */
  readonly #sources: readonly Link[];
  readonly #sourceStarts: readonly number[];

  constructor(record: RawRecord, rollout: Pick<RolloutSource, 'parts'>) {
    this.#positions = new RecordPositions(record);
    this.#links = linksOf(record.text, rollout.parts);
    this.#starts = this.#links.map(({ start }) => start);
    const sources = this.#links.filter(({ rendered }) => !rendered);
    this.#sources = sources.sort((a, b) => a.recordStart - b.recordStart);
    this.#sourceStarts = this.#sources.map(({ recordStart }) => recordStart);
  }

  /** The place of an own-text offset. Rendered text stands where the value it was made from begins. */
  toFile(offset: number): FilePosition {
    return this.#positions.toFile(this.#recordOffset(offset, lastBelow(this.#starts, offset + 1)));
  }

  /** The places of both ends of a range; the end comes right after the range's last character. */
  rangeToFile({ start, end }: Range): { readonly start: FilePosition; readonly end: FilePosition } {
    const from = this.toFile(start);
    if (end <= start) return { start: from, end: from };
    const to = this.#positions.toFile(this.#recordOffset(end, lastBelow(this.#starts, end)));
    return { start: from, end: to.byte < from.byte ? from : to };
  }

  /** The own-text offset of a place in the file; null where no character of the own text stands there. */
  toOwn(position: Pick<FilePosition, 'line' | 'character'>): number | null {
    const offset = this.#positions.toRecord(position);
    if (offset === null) return null;
    const link = this.#sources[lastBelow(this.#sourceStarts, offset + 1)];
    if (!link || offset > link.recordEnd) return null;
    const decoded = link.literal ? link.literal.map.toDecoded(offset - link.literal.start) : offset;
    return link.start + decoded - link.at;
  }

  #recordOffset(offset: number, index: number): number {
    const link = this.#links[index];
    if (!link) return 0;
    if (link.rendered) return link.recordStart;
    const decoded = link.at + offset - link.start;
    return link.literal ? link.literal.start + link.literal.map.toRaw(decoded) : decoded;
  }
}

function linksOf(text: string, parts: readonly TextPart[]): Link[] {
  const literals = new Map<string, Link['literal']>();
  const links: Link[] = [];
  for (const part of parts) links.push(linkOf(text, part, literals));
  // Rendered text without a source of its own stands where the next text of the file begins, or the last one ends.
  let next = -1;
  for (let at = links.length - 1; at >= 0; at--) {
    const link = links[at];
    if (!link) continue;
    if (link.recordStart >= 0) next = link.recordStart;
    else links[at] = { ...link, recordStart: next >= 0 ? next : lastEnd(links, at) };
  }
  return links;
}

function linkOf(text: string, part: TextPart, literals: Map<string, Link['literal']>): Link {
  const { start, end, path, rendered, at = 0 } = part;
  const nowhere = { start, end, recordStart: -1, recordEnd: -1, literal: null, at, rendered: true };
  if (path === null) {
    return rendered ? nowhere : { ...nowhere, rendered, recordStart: at, recordEnd: at + end - start };
  }
  const found = literalAt(text, path);
  if (!found) return nowhere;
  if (rendered || !found.string) return { ...nowhere, recordStart: found.start, recordEnd: found.end };
  const key = JSON.stringify(path);
  const literal = literals.get(key) ?? {
    start: found.start + 1,
    map: new StringMap(text.slice(found.start + 1, found.end - 1)),
  };
  literals.set(key, literal);
  const recordStart = literal.start + literal.map.toRaw(at);
  const recordEnd = literal.start + literal.map.toRaw(at + end - start);
  return { start, end, recordStart, recordEnd, literal, at, rendered: false };
}

function lastEnd(links: readonly Link[], before: number): number {
  return Math.max(0, links.slice(0, before).findLast(({ recordEnd }) => recordEnd >= 0)?.recordEnd ?? 0);
}
