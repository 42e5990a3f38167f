import { evidenceOf, rangesOf } from '../../core/findings/evidence';
import { goldInNormal } from '../../core/findings/containment';
import type { Evidence, Passage } from '../../core/findings/rule';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { PositionRange } from '../../core/protocol/server';
import type { Dialect } from '../../core/trace/dialect';
import { dialectOf } from '../../core/trace/dialects';
import { plain } from '../../core/trace/dialects/plain';
import type { Mark, Range, Rollout, Segment } from '../../core/trace/model';
import { type TagFinder, tagFinder } from '../../core/trace/tag-places';
import { fieldsOf } from './document-fields';
import { countWhile } from '../../core/halving';
import type { Places } from './places';
import { type NumberedDocument, type Search, searchesOfTurns } from './turn-searches';

/** A document with its turn and its number there. */
export interface TurnDocument extends NumberedDocument {
  readonly turn: number;
}

/**
 * A rollout together with where it stands in a document: what every feature works on. Features see own-text offsets
 * only, so that each is written once for virtual documents, plain text and JSON records.
 */
export class PlacedRollout {
  readonly evidence: Evidence;
  readonly dialect: Dialect;
  private readonly marks = new Map<string, readonly Range[]>();
  private readonly ranks = new Map<readonly NumberedDocument[], readonly number[]>();
  private passages: ReadonlyMap<string, Passage> | null = null;
  private found: readonly Search[] | null = null;
  private byStart: ReadonlyMap<number, Search> | null = null;
  private inOrder: readonly TurnDocument[] | null = null;
  private tags: TagFinder | null = null;
  private byId: ReadonlyMap<string, TurnDocument> | null = null;

  constructor(
    readonly rollout: Rollout,
    readonly places: Places,
    /** Which rollout of which file it is; null where the text stands in no file of rollouts. */
    readonly address: RolloutAddress | null,
  ) {
    this.evidence = evidenceOf(rollout);
    this.dialect = dialectOf(rollout.dialect) ?? plain;
  }

  /** Finds the tags of its dialect. */
  get findTags(): TagFinder {
    return (this.tags ??= tagFinder(this.dialect.tags));
  }

  /** Every search, in order. */
  get searches(): readonly Search[] {
    return (this.found ??= searchesOfTurns(this.rollout.turns));
  }

  /** The search whose element starts at an offset. */
  searchFrom(offset: number): Search | null {
    this.byStart ??= new Map(this.searches.map((search) => [search.range.start, search]));
    return this.byStart.get(offset) ?? null;
  }

  /** The documents that stand in a range, in order. */
  documentsIn({ start, end }: Range): readonly TurnDocument[] {
    this.inOrder ??= this.rollout.turns
      .flatMap(({ documents }, turn) => documents.map((document, index) => ({ document, index, turn })))
      .sort((left, right) => left.document.start - right.document.start);
    const first = countWhile(this.inOrder, ({ document }) => document.start < start);
    const next = countWhile(this.inOrder, ({ document }) => document.start < end);
    return this.inOrder.slice(first, next).filter(({ document }) => document.end <= end);
  }

  /** The first document that the environment calls by an id; null where none has it. */
  documentOf(id: string): TurnDocument | null {
    if (!this.byId) {
      const byId = new Map<string, TurnDocument>();
      for (const [turn, { documents }] of this.rollout.turns.entries()) {
        for (const [index, document] of documents.entries())
          if (document.id !== undefined && !byId.has(document.id))
            byId.set(document.id, { document, index, turn });
      }
      this.byId = byId;
    }
    return this.byId.get(id) ?? null;
  }

  /** The marks that start in a range, in order. */
  marksFrom({ start, end }: Range): readonly Mark[] {
    const { marks = [] } = this.rollout;
    return marks.slice(countBelow(marks, start), countBelow(marks, end));
  }

  /** Ranks of the documents of a search in which a gold stands; null where golds say nothing about documents. */
  goldRanks({ turn, documents }: Search): readonly number[] | null {
    if (this.evidence.searchableGolds.length === 0) return null;
    const known = this.ranks.get(documents);
    if (known) return known;
    const ranks = documents
      .filter(({ index }) => this.holdsGold(turn, index))
      .map(({ document }) => document.rank);
    this.ranks.set(documents, ranks);
    return ranks;
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
    const found = this.holdsGold(turn, document)
      ? this.mentionsInDocument(this.evidence.searchableGolds, turn, document)
      : [];
    this.marks.set(key, found);
    return found;
  }

  /** Where any of some texts stands in the title or in the text of a document, as ranges of the own text, in order. */
  mentionsInDocument(needles: readonly string[], turn: number, document: number): readonly Range[] {
    const found = this.rollout.turns[turn]?.documents[document];
    if (!found) return [];
    const ranges = fieldsOf(this.rollout.text, found).flatMap(({ text, offsetOf }) =>
      mentionsIn(needles, text).map(({ start, end }) => ({
        start: offsetOf(start),
        end: offsetOf(end),
      })),
    );
    return apart(ranges);
  }

  /** The segments that start in a range. Found by halving, so that asking for each turn stays cheap. */
  segmentsFrom({ start, end }: Range): readonly Segment[] {
    const { segments } = this.rollout;
    const first = countBelow(segments, start);
    return segments.slice(first, countBelow(segments, end));
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
  return countWhile(ranges, ({ start }) => start < offset);
}

function mentionsIn(needles: readonly string[], text: string): readonly Range[] {
  return apart(needles.flatMap((needle) => rangesOf(needle, text)));
}

/** Ranges in order; of those that overlap, the one that starts first and is longest counts. */
export function apart(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((left, right) => left.start - right.start || right.end - left.end);
  const kept: Range[] = [];
  for (const range of sorted) if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range);
  return kept;
}

/** Whether any line of a rollout stands in a range. */
export function touchesLines({ places, rollout }: PlacedRollout, range: PositionRange): boolean {
  return meetsLines({ start: places.startAt(0), end: places.endAt(rollout.text.length) }, range);
}

/** Whether two ranges have a line in common. */
export function meetsLines(left: PositionRange, right: PositionRange): boolean {
  return left.start.line <= right.end.line && left.end.line >= right.start.line;
}
