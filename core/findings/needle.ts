import { normaliseN1 } from '../reward/normalise';
import { indexOnBoundaries, normaliseDocument } from './containment';
import type { Document } from '../trace/model';

/** A word that normalisation keeps in a row once punctuation has fallen out. */
const PLAIN = /^[a-z0-9]+$/;

/** Punctuation that normalisation deletes. */
const PUNCTUATION = /[!-/:-@[-`{-~]+/g;

/** A text to look for: normalised once, with the longest plain word of it, which says quickly where it cannot stand. */
export class Needle {
  readonly normal: string;
  private longest: string | null = null;

  constructor(readonly raw: string) {
    this.normal = normaliseN1(raw);
  }

  /** The longest word of ASCII letters and digits alone; empty where there is none. */
  get word(): string {
    return (this.longest ??= longestWord(this.normal));
  }
}

/**
 * A text to look into. Normalising every document of every rollout would take most of the time of all findings, so a
 * needle's longest word is looked for first in the lower-cased text without punctuation: it stands there wherever
 * the needle stands in the normalised text.
 */
export class Haystack {
  private made: string | null = null;
  private rough: string | null = null;

  constructor(private readonly source: Pick<Document, 'title' | 'text'>) {}

  get normal(): string {
    return (this.made ??= normaliseDocument(this.source));
  }

  /** Whether a needle stands in it on token boundaries, both normalised. */
  holds(needle: Needle): boolean {
    if (this.made === null && needle.word !== '' && indexOnBoundaries(needle.word, this.squeezed()) < 0)
      return false;
    return indexOnBoundaries(needle.normal, this.normal) >= 0;
  }

  private squeezed(): string {
    if (this.rough === null) {
      const { title, text } = this.source;
      const whole = title === null ? text : `${title}\n${text}`;
      this.rough = whole.toLowerCase().replace(PUNCTUATION, '');
    }
    return this.rough;
  }
}

function longestWord(normal: string): string {
  const words = normal.split(' ').filter((word) => PLAIN.test(word));
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
