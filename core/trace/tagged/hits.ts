import type { Range } from '../model';
import { endsTurnAt } from '../stretches';
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

/** Hits looked through one by one before the table of all is made: most rollouts never need it. */
const NEAR = 64;

/** Tags in the order of {@link Tag}, found by the characters after their `<`. */
export class TagList {
  /** Kinds by the character that tells them apart; tags are written in ASCII. */
  readonly #byCharacter: readonly (readonly TagKind[])[];

  /** A tag that a grammar lacks is empty. */
  constructor(readonly tags: readonly string[]) {
    const byCharacter = Array.from({ length: 2 * ASCII }, (): TagKind[] => []);
    tags.forEach((tag, kind) => {
      if (tag !== '') byCharacter[keyAt(tag, 0)]?.push(kind as TagKind);
    });
    this.#byCharacter = byCharacter;
  }

  static of(grammar: TagGrammar): TagList {
    const answer = grammar.answer ?? { open: '', close: '' };
    const pairs = [grammar.think, grammar.search, grammar.information, answer];
    return new TagList(pairs.flatMap(({ open, close }) => [open, close]));
  }

  /** The tag that starts at an offset, or null. */
  kindAt(text: string, at: number): TagKind | null {
    const kinds = this.#byCharacter[keyAt(text, at)];
    if (kinds === undefined) return null;
    for (const kind of kinds) if (text.startsWith(this.tags[kind] as string, at)) return kind;
    return null;
  }
}

const ASCII = 128;
const SLASH = 0x2f;

/** The character after `<`, or, moved up by 128, the one after `</`. */
function keyAt(text: string, at: number): number {
  const code = text.charCodeAt(at + 1);
  if (code !== SLASH) return code < ASCII ? code : -1;
  const next = text.charCodeAt(at + 2);
  return next < ASCII ? ASCII + next : -1;
}

/** All tags of a text in order, with quick look-up of the next and previous one of a kind. */
export class TagHits {
  readonly length: number;
  #nextOfKind: Int32Array | null = null;
  #previousOfKind: Int32Array | null = null;

  private constructor(
    private readonly tags: readonly string[],
    private readonly kinds: readonly TagKind[],
    private readonly starts: readonly number[],
    /** Where the notice stands, in order. */
    readonly notices: readonly Range[],
    /** Whether messages of a chat end in the text. */
    readonly chat: boolean,
  ) {
    this.length = kinds.length;
  }

  /**
   * Finds every tag in one pass over the text. Tags named in the environment's `notice` are no tags: they give the
   * notice away.
   */
  static scan(text: string, tags: TagList, notice: string | null = null): TagHits {
    const kinds: TagKind[] = [];
    const starts: number[] = [];
    const notices: Range[] = [];
    const lead = notice?.indexOf(LESS_THAN) ?? 0;
    const leader = notice === null ? null : tags.kindAt(notice, lead);
    let chat = false;
    for (let at = text.indexOf(LESS_THAN); at >= 0; at = text.indexOf(LESS_THAN, at + 1)) {
      const kind = tags.kindAt(text, at);
      if (kind === null) {
        chat ||= endsTurnAt(text, at);
      } else if (kind === leader && notice !== null && text.startsWith(notice, at - lead)) {
        const start = at - lead;
        notices.push({ start, end: start + notice.length });
        at = start + notice.length - 1;
      } else {
        kinds.push(kind);
        starts.push(at);
      }
    }
    return new TagHits(tags.tags, kinds, starts, notices, chat);
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
    const near = Math.min(this.length, hit + NEAR);
    for (let other = hit; other < near; other++) if (this.kinds[other] === kind) return other;
    if (near >= this.length) return this.length;
    this.#nextOfKind ??= this.nextTable();
    return this.#nextOfKind[near * KINDS + kind] as number;
  }

  /** Last hit of the kind before `hit`; -1 when there is none. */
  previous(kind: TagKind, hit: number): number {
    const near = Math.max(0, hit - NEAR);
    for (let other = hit - 1; other >= near; other--) if (this.kinds[other] === kind) return other;
    if (near === 0) return -1;
    this.#previousOfKind ??= this.previousTable();
    return this.#previousOfKind[near * KINDS + kind] as number;
  }

  /** Row `hit` holds, for each kind, the first hit at or after it. */
  private nextTable(): Int32Array {
    const table = new Int32Array((this.length + 1) * KINDS).fill(this.length, this.length * KINDS);
    for (let hit = this.length - 1, row = hit * KINDS; hit >= 0; hit--, row -= KINDS) {
      table.copyWithin(row, row + KINDS, row + 2 * KINDS);
      table[row + this.kind(hit)] = hit;
    }
    return table;
  }

  /** Row `hit` holds, for each kind, the last hit before it. */
  private previousTable(): Int32Array {
    const table = new Int32Array((this.length + 1) * KINDS).fill(-1, 0, KINDS);
    for (let hit = 0, row = KINDS; hit < this.length; hit++, row += KINDS) {
      table.copyWithin(row, row - KINDS, row);
      table[row + this.kind(hit)] = hit;
    }
    return table;
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
