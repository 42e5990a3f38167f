import { normaliseN1 } from '../reward/normalise';
import { indexOnBoundaries, normaliseDocument } from './containment';
import { PLAIN, RoughText } from './rough-text';
import type { Document } from '../trace/model';

/** A text to look for: normalised once, with its plain words, which say quickly where it cannot stand. */
export class Needle {
  private plain: readonly string[] | null = null;

  constructor(
    readonly raw: string,
    /** The text after normalisation (N1), where it is known. */
    readonly normal = normaliseN1(raw),
  ) {}

  /** The words of plain letters and digits alone, the longest first. */
  get words(): readonly string[] {
    return (this.plain ??= plainWords(this.normal));
  }

  /** Whether it is one plain word and nothing else. */
  get single(): boolean {
    return this.words.length === 1 && this.words[0] === this.normal;
  }
}

/**
 * A text to look into. Normalising every document of every rollout would take most of the time of all findings, so a
 * needle's plain words are looked for first in the lower-cased text without punctuation: all stand there wherever
 * the needle stands in the normalised text. Texts that are looked into together share that.
 */
export class Haystack {
  private made: string | null = null;

  constructor(
    private readonly source: Pick<Document, 'title' | 'text'>,
    private readonly rough = new RoughText([source]),
    private readonly place = 0,
  ) {}

  get normal(): string {
    return (this.made ??= normaliseDocument(this.source));
  }

  /** Whether a needle stands in it on token boundaries, both normalised. */
  holds(needle: Needle): boolean {
    if (this.made === null) {
      for (const word of needle.words) if (!this.rough.holds(word, this.place)) return false;
      if (needle.single) return true;
    }
    return indexOnBoundaries(needle.normal, this.normal) >= 0;
  }
}

function plainWords(normal: string): readonly string[] {
  if (PLAIN.test(normal)) return [normal];
  const words = normal.split(' ').filter((word) => PLAIN.test(word));
  return words.sort((left, right) => right.length - left.length);
}
