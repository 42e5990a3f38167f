import type { Range } from '../model';
import type { TagGrammar } from './grammar';

/** Kinds of tags; openers are even, their closers the odd number after. */
export const Tag = {
  ThinkOpen: 0,
  ThinkClose: 1,
  SearchOpen: 2,
  SearchClose: 3,
  InformationOpen: 4,
  InformationClose: 5,
  AnswerOpen: 6,
  AnswerClose: 7,
} as const;

export type TagKind = (typeof Tag)[keyof typeof Tag];

const KINDS = 8;
const LESS_THAN = '<';

/** The tags of a grammar in the order of {@link Tag}. */
export function tagsOf(grammar: TagGrammar): readonly string[] {
  return [grammar.think, grammar.search, grammar.information, grammar.answer].flatMap(({ open, close }) => [
    open,
    close,
  ]);
}

/** All tags of a text in order, with constant-time look-up of the next and previous one of a kind. */
export class TagHits {
  readonly length: number;
  private readonly nextOfKind: Int32Array;
  private readonly previousOfKind: Int32Array;

  private constructor(
    private readonly tags: readonly string[],
    private readonly kinds: readonly TagKind[],
    private readonly starts: readonly number[],
  ) {
    this.length = kinds.length;
    this.nextOfKind = new Int32Array((this.length + 1) * KINDS);
    this.previousOfKind = new Int32Array((this.length + 1) * KINDS);
    const { nextOfKind, previousOfKind } = this;
    nextOfKind.fill(this.length, this.length * KINDS);
    previousOfKind.fill(-1, 0, KINDS);
    for (let hit = this.length - 1, row = hit * KINDS; hit >= 0; hit--, row -= KINDS) {
      for (let kind = 0; kind < KINDS; kind++)
        nextOfKind[row + kind] = nextOfKind[row + KINDS + kind] as number;
      nextOfKind[row + this.kind(hit)] = hit;
    }
    for (let hit = 0, row = KINDS; hit < this.length; hit++, row += KINDS) {
      for (let kind = 0; kind < KINDS; kind++) {
        previousOfKind[row + kind] = previousOfKind[row - KINDS + kind] as number;
      }
      previousOfKind[row + this.kind(hit)] = hit;
    }
  }

  /** Finds every tag outside the `skipped` ranges (which are in order), in one pass over the text. */
  static scan(text: string, tags: readonly string[], skipped: readonly Range[]): TagHits {
    const kinds: TagKind[] = [];
    const starts: number[] = [];
    let skip = 0;
    for (let at = text.indexOf(LESS_THAN); at >= 0; at = text.indexOf(LESS_THAN, at + 1)) {
      while (skip < skipped.length && (skipped[skip]?.end ?? 0) <= at) skip++;
      if (skip < skipped.length && (skipped[skip]?.start ?? Infinity) <= at) continue;
      for (let kind = 0; kind < tags.length; kind++) {
        if (!text.startsWith(tags[kind] as string, at)) continue;
        kinds.push(kind as TagKind);
        starts.push(at);
        break;
      }
    }
    return new TagHits(tags, kinds, starts);
  }

  kind(hit: number): TagKind {
    return this.kinds[hit] as TagKind;
  }

  tag(hit: number): string {
    return this.tags[this.kind(hit)] as string;
  }

  start(hit: number): number {
    return this.starts[hit] as number;
  }

  end(hit: number): number {
    return this.start(hit) + this.tag(hit).length;
  }

  /** First hit of the kind at or after `hit`; `length` when there is none. */
  next(kind: TagKind, hit: number): number {
    return this.nextOfKind[Math.min(hit, this.length) * KINDS + kind] as number;
  }

  /** Last hit of the kind before `hit`; -1 when there is none. */
  previous(kind: TagKind, hit: number): number {
    return this.previousOfKind[hit * KINDS + kind] as number;
  }

  /** First opening tag of any kind at or after `hit`; `length` when there is none. */
  nextOpener(hit: number): number {
    return Math.min(
      this.next(Tag.ThinkOpen, hit),
      this.next(Tag.SearchOpen, hit),
      this.next(Tag.InformationOpen, hit),
      this.next(Tag.AnswerOpen, hit),
    );
  }

  /** First hit from `from` on that starts at or after `offset`. */
  firstFrom(offset: number, from = 0): number {
    let hit = from;
    while (hit < this.length && this.start(hit) < offset) hit++;
    return hit;
  }
}
