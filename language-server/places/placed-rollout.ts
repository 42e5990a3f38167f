import { evidenceOf, rangesOf } from '../../core/findings/evidence';
import { goldInNormal } from '../../core/findings/containment';
import type { Evidence } from '../../core/findings/rule';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { PositionRange } from '../../core/protocol/server';
import type { Dialect } from '../../core/trace/dialect';
import { dialectOf } from '../../core/trace/dialects';
import { plain } from '../../core/trace/dialects/plain';
import type { Range, Rollout } from '../../core/trace/model';
import type { Places } from './places';

/**
 * A rollout together with where it stands in a document: what every feature works on. Features see own-text offsets
 * only, so that each is written once for virtual documents, plain text and JSON records.
 */
export class PlacedRollout {
  readonly evidence: Evidence;
  readonly dialect: Dialect;
  private readonly marks = new Map<string, readonly Range[]>();

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
    const passage = passages.find((each) => each.turn === turn && each.document === document);
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
