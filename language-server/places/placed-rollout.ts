import { evidenceOf, rangesOf } from '../../core/findings/evidence';
import { goldInNormal } from '../../core/findings/containment';
import type { Evidence, Passage } from '../../core/findings/rule';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { PositionRange } from '../../core/protocol/server';
import type { Dialect } from '../../core/trace/dialect';
import { dialectOf } from '../../core/trace/dialects';
import { plain } from '../../core/trace/dialects/plain';
import type { Range, Rollout, Segment } from '../../core/trace/model';
import type { Places } from './places';

/**
 * A rollout together with where it stands in a document: what every feature works on. Features see own-text offsets
 * only, so that each is written once for virtual documents, plain text and JSON records.
 */
export class PlacedRollout {
  readonly evidence: Evidence;
  readonly dialect: Dialect;
  private readonly marks = new Map<string, readonly Range[]>();
  private passages: ReadonlyMap<string, Passage> | null = null;

  constructor(
    readonly rollout: Rollout,
    readonly places: Places,
    /** Which rollout of which file it is; null where the text stands in no file of rollouts. */
    readonly address: RolloutAddress | null,
  ) {
    this.evidence = evidenceOf(rollout);
    this.dialect = dialectOf(rollout.dialect) ?? plain;
  }

  /** Whether a gold stands in a document; false where golds are not worth looking for. */
  holdsGold(turn: number, document: number): boolean {
    const { searchableGolds, passages } = this.evidence;
    if (searchableGolds.length === 0) return false;
    this.passages ??= new Map(passages.map((each) => [`${each.turn}.${each.document}`, each]));
    const passage = this.passages.get(`${turn}.${document}`);
    return passage !== undefined && goldInNormal(searchableGolds, passage.normal) !== null;
  }

  /** Where golds stand in a document, as ranges of the own text, in order and without overlaps. */
  goldsIn(turn: number, document: number): readonly Range[] {
    const key = `${turn}.${document}`;
    const known = this.marks.get(key);
    if (known) return known;
    const range = this.rollout.turns[turn]?.documents[document];
    const found =
      range && this.holdsGold(turn, document) ? this.mentions(this.evidence.searchableGolds, range) : [];
    this.marks.set(key, found);
    return found;
  }

  /** The segments that start in a range. Found by halving, so that asking for each turn stays cheap. */
  segmentsFrom({ start, end }: Range): readonly Segment[] {
    const { segments } = this.rollout;
    const first = countBelow(segments, start);
    return segments.slice(first, countBelow(segments, end));
  }

  /** Number of the turn that an offset stands in; -1 before the first. */
  turnAt(offset: number): number {
    return countBelow(this.rollout.turns, offset + 1) - 1;
  }

  /** Where golds stand in a text that is not the own text, such as an excerpt. */
  goldsInText(text: string): readonly Range[] {
    return mentionsIn(this.evidence.searchableGolds, text);
  }

  /** Where any of some texts stands in a range of the own text, in order and without overlaps. */
  mentions(needles: readonly string[], { start, end }: Range): readonly Range[] {
    const found = mentionsIn(needles, this.rollout.text.slice(start, end));
    return found.map((range) => ({ start: start + range.start, end: start + range.end }));
  }
}

/** How many of some ranges, which are in order, start before an offset. */
function countBelow(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of ranges that overlap, the one that starts first and is longest counts. */
function mentionsIn(needles: readonly string[], text: string): readonly Range[] {
  const found = needles
    .flatMap((needle) => rangesOf(needle, text))
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const apart: Range[] = [];
  for (const range of found) if (range.start >= (apart.at(-1)?.end ?? 0)) apart.push(range);
  return apart;
}

/** Whether any line of a rollout stands in a range. */
export function touchesLines({ places, rollout }: PlacedRollout, { start, end }: PositionRange): boolean {
  return places.startAt(0).line <= end.line && places.endAt(rollout.text.length).line >= start.line;
}
