import type { CutText } from '../../core/protocol/rollout-detail';
import { betweenPairs } from '../../core/trace/text';

/** Characters (UTF-16 units) of one document, of one thought, and of one recorded value. */
export const LONGEST_DOCUMENT = 4_000;
export const LONGEST_THOUGHT = 20_000;
export const LONGEST_VALUE = 4_000;

/** Characters of one rollout together; what comes after them is cut to {@link LEAST}. */
export const MOST_CHARACTERS = 4_000_000;
export const LEAST = 80;

/** Cuts long texts to their beginnings, and all of a rollout's together to what a page can hold. */
export class Cutter {
  private left = MOST_CHARACTERS;

  cut(text: string, most: number): CutText {
    const { length } = text;
    const kept = betweenPairs(text, Math.min(length, Math.max(LEAST, Math.min(most, this.left))));
    this.left = Math.max(0, this.left - kept);
    return { text: kept < length ? text.slice(0, kept) : text, length };
  }
}
