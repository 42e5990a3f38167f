import { normaliseN1 } from '../reward/normalise';
import { indexOnBoundaries, normaliseDocument } from './containment';
import { PLAIN, RoughText } from './rough-text';
import type { Document } from '../trace/model';

/** A text to look for: normalised once, with the longest plain word of it, which says quickly where it cannot stand. */
export class Needle {
  readonly normal: string;
  private longest: string | null = null;

  constructor(readonly raw: string) {
    this.normal = normaliseN1(raw);
  }

  /** The longest word of plain letters and digits alone; empty where there is none. */
  get word(): string {
    return (this.longest ??= longestWord(this.normal));
  }
}

/**
 * A text to look into. Normalising every document of every rollout would take most of the time of all findings, so a
 * needle's longest word is looked for first in the lower-cased text without punctuation: it stands there wherever
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
    if (this.made === null && needle.word !== '' && !this.rough.holds(needle.word, this.place)) return false;
    return indexOnBoundaries(needle.normal, this.normal) >= 0;
  }
}

function longestWord(normal: string): string {
  const words = normal.split(' ').filter((word) => PLAIN.test(word));
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
