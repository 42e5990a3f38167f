import type { Noticed } from '../../findings';
import type { Evidence } from '../../findings/rule';
import type { Cell, ColumnInfo } from '../../protocol/store';
import type { answerFit } from '../../reward/answer-match';
import type { Entry } from '../../rollouts/rollout-file';
import type { Rollout } from '../../trace/model';
import type { Shape } from './shape-of';

/** What a row is made of. */
export interface RowSource {
  /** Its own `findings` may be empty: {@link findings} holds them. */
  readonly rollout: Omit<Rollout, 'findings'>;
  /** The record it was read from. */
  readonly entry: Entry;
  /** Step that the file's name says; null where it says none. */
  readonly namedStep: number | null;
  readonly findings: readonly Noticed[];
  /** The reward by the profile of its dialect, null where there is none; worked out when first asked for. */
  readonly reward: number | null;
  /** How well the answer fits the golds; worked out when first asked for. */
  readonly fit: ReturnType<typeof answerFit>;
  /** Lengths and counts, gathered when first asked for. */
  readonly shape: Shape;
  /** What stands in the documents; the rules that were run look at the same one. */
  readonly evidence: Evidence;
}

/**
 * A column of the store: what is said of it, and its value for one rollout. A new one is an entry in a file of this
 * folder; the cache is built anew where the columns differ from those it was built with.
 */
export interface Column extends ColumnInfo {
  /** Null where it is unknown. Never throws. Linear in the length of the text. */
  readonly of: (source: RowSource) => Cell;
}

/** Characters of a text that a row keeps, and texts of a list: what is longer is shown from the file. */
export const LONGEST_CELL = 2_000;
export const LONGEST_LIST = 64;

/** A text as a row keeps it: cut, never between the halves of a surrogate pair. */
export function cellText(text: string): string {
  if (text.length <= LONGEST_CELL) return text;
  const last = text.charCodeAt(LONGEST_CELL - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? LONGEST_CELL - 1 : LONGEST_CELL);
}

/** What is said of a column, without what works it out: plain data. */
export function infoOf({ id, title, kind, family, explanation, shown, width }: Column): ColumnInfo {
  return { id, title, kind, family, explanation, shown, width };
}
