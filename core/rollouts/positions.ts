import type { RawRecord } from '../containers/container';
import { literalsAt, pathKey, type Literal } from '../containers/json/positions';
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

/** A string of a record: where it begins in the record's text, and how its escapes map. */
type StringPlace = NonNullable<Link['literal']>;

/**
 * What the rollouts of one record share in finding their places: its lines and bytes, and where the values stand that
 * their parts come from. All are found in one pass over the record, when the first is asked for.
 */
export class SharedPositions {
  readonly positions: RecordPositions;
  readonly #record: RawRecord;
  readonly #rollouts: readonly Pick<RolloutSource, 'parts'>[];
  readonly #strings = new Map<string, StringPlace>();
  #literals: ReadonlyMap<string, Literal> | null = null;

  constructor(record: RawRecord, rollouts: readonly Pick<RolloutSource, 'parts'>[]) {
    this.#record = record;
    this.#rollouts = rollouts;
    this.positions = new RecordPositions(record);
  }

  /** The literal that a path of one of the rollouts' parts leads to; null where there is none. */
  literal(key: string): Literal | null {
    this.#literals ??= literalsAt(this.#record.text, this.#paths());
    return this.#literals.get(key) ?? null;
  }

  /** The same as a string. */
  string(key: string, { start, end }: Literal): StringPlace {
    const known = this.#strings.get(key);
    if (known) return known;
    const place = { start: start + 1, map: new StringMap(this.#record.text.slice(start + 1, end - 1)) };
    this.#strings.set(key, place);
    return place;
  }

  *#paths(): Generator<NonNullable<TextPart['path']>> {
    for (const { parts } of this.#rollouts) for (const { path } of parts) if (path) yield path;
  }
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

  /** Where a record holds several rollouts they should get the same {@link SharedPositions}. */
  constructor(record: RawRecord | SharedPositions, rollout: Pick<RolloutSource, 'parts'>) {
    const shared = record instanceof SharedPositions ? record : new SharedPositions(record, [rollout]);
    this.#positions = shared.positions;
    this.#links = linksOf(shared, rollout.parts);
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

function linksOf(shared: SharedPositions, parts: readonly TextPart[]): Link[] {
  const links = parts.map((part) => linkOf(shared, part));
  // Rendered text without a source of its own stands where the next text of the file begins, or the last one ends.
  const last = links.findLast(({ recordEnd }) => recordEnd >= 0)?.recordEnd ?? 0;
  let next = last;
  for (let at = links.length - 1; at >= 0; at--) {
    const link = links[at];
    if (!link) continue;
    if (link.recordStart >= 0) next = link.recordStart;
    else links[at] = { ...link, recordStart: next };
  }
  return links;
}

function linkOf(shared: SharedPositions, part: TextPart): Link {
  const { start, end, path, rendered, at = 0 } = part;
  const nowhere = { start, end, recordStart: -1, recordEnd: -1, literal: null, at, rendered: true };
  if (path === null) {
    return rendered ? nowhere : { ...nowhere, rendered, recordStart: at, recordEnd: at + end - start };
  }
  const key = pathKey(path);
  const found = shared.literal(key);
  if (!found) return nowhere;
  if (rendered || !found.string) return { ...nowhere, recordStart: found.start, recordEnd: found.end };
  const literal = shared.string(key, found);
  const recordStart = literal.start + literal.map.toRaw(at);
  const recordEnd = literal.start + literal.map.toRaw(at + end - start);
  return { start, end, recordStart, recordEnd, literal, at, rendered: false };
}
