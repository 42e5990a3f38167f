import type { Document, Range } from '../../../core/trace/model';

/** Where else in its file a document was retrieved. */
export interface Elsewhere {
  /** Numbers of some other rollouts that retrieved it, in order. */
  readonly rollouts: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** What is known of the whole file when a hover is made. */
export interface HoverContext {
  /** Null where nothing is known, or nothing found. */
  elsewhere(document: Document): Elsewhere | null;
  /** How much of the file is known: `in the first 120 rollouts`; null once all of it is. */
  readonly extent: string | null;
}

/** Markdown, and the own-text range it is about. */
export interface HoverContent {
  readonly markdown: string;
  readonly range: Range;
}

/** For rollouts that stand in no file. */
export const NOTHING_ELSEWHERE: HoverContext = { elsewhere: () => null, extent: null };
